"""The messages of files of tours: the English sentence of each code."""

from typing import Final

SENTENCES: Final = {
    "collection-unreadable": (
        "{file} is not a file of tours written by Caballero, or it is damaged ({problem}): "
        "name another, or write it again with caballero list BOARD -o FILE.parquet."
    ),
    "collection-group": (
        "{file} has more than {most} squares in one group of rows: write it again in smaller "
        "groups."
    ),
    "collection-row": (
        "Row {row} of {file}, counted from 0, is not a tour of its problem: the file is "
        "damaged. Write it again."
    ),
    "collection-order": (
        "Row {row} of {file}, counted from 0, is out of order, although the file claims to "
        "be sorted: the file is damaged. Write it again."
    ),
    "collection-problem": "Pass problem=…: a plain iterable of tours does not carry it.",
    "collection-other": "Tour {index}, counted from 0, does not answer the problem.",
}
