"""Pictures and tables of tours, as text or bytes. Nothing here searches."""

from typing import TYPE_CHECKING

from caballero.core.lazy import lazily as _lazily

if TYPE_CHECKING:
    __all__: list[str]

    from .animation import tour_animation as tour_animation, trace_animation as trace_animation
    from .booklet import booklet_pdf as booklet_pdf
    from .certificate import (
        certificate_html as certificate_html,
        certificate_svg as certificate_svg,
        certificate_text as certificate_text,
    )
    from .chart import rows_chart as rows_chart, rows_json as rows_json, rows_table as rows_table
    from .moodle import gift as gift, moodle_xml as moodle_xml
    from .pdf import pdf_sheet as pdf_sheet
    from .plot import rows_plot as rows_plot
    from .png import tour_png as tour_png
    from .position import position_svg as position_svg
    from .sheet import tours_sheet as tours_sheet
    from .starts import starts_plot as starts_plot, starts_text as starts_text
    from .svg import tour_svg as tour_svg
    from .text import tour_text as tour_text
    from .tikz import tikz_of as tikz_of
    from .trace import event_text as event_text
    from .tree import tree_json as tree_json, tree_picture as tree_picture, tree_text as tree_text
else:
    __getattr__, __dir__, __all__ = _lazily(
        __name__,
        {
            "animation": "tour_animation trace_animation",
            "booklet": "booklet_pdf",
            "certificate": "certificate_html certificate_svg certificate_text",
            "chart": "rows_chart rows_json rows_table",
            "moodle": "gift moodle_xml",
            "pdf": "pdf_sheet",
            "plot": "rows_plot",
            "png": "tour_png",
            "position": "position_svg",
            "sheet": "tours_sheet",
            "starts": "starts_plot starts_text",
            "svg": "tour_svg",
            "text": "tour_text",
            "tikz": "tikz_of",
            "trace": "event_text",
            "tree": "tree_json tree_picture tree_text",
        },
    )
