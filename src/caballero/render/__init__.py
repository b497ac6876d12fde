"""Pictures and tables of tours, as text or bytes. Nothing here searches."""

from caballero.machine.lazy import lazily as _lazily

TYPE_CHECKING = False  # typing takes most of the time of this import

if TYPE_CHECKING:
    __all__: list[str]

    from .animation import tour_animation as tour_animation, trace_animation as trace_animation
    from .certificate import (
        certificate_html as certificate_html,
        certificate_svg as certificate_svg,
        certificate_text as certificate_text,
    )
    from .pdf import pdf_sheet as pdf_sheet
    from .png import tour_png as tour_png
    from .position import position_svg as position_svg
    from .sheet import tours_sheet as tours_sheet
    from .svg import tour_svg as tour_svg
    from .text import tour_text as tour_text
    from .tikz import tikz_of as tikz_of
else:
    __getattr__, __dir__, __all__ = _lazily(
        __name__,
        {
            "animation": "tour_animation trace_animation",
            "certificate": "certificate_html certificate_svg certificate_text",
            "pdf": "pdf_sheet",
            "png": "tour_png",
            "position": "position_svg",
            "sheet": "tours_sheet",
            "svg": "tour_svg",
            "text": "tour_text",
            "tikz": "tikz_of",
        },
    )
