"""The tables of README in both languages, from the figures in ``benchmarks/RESULTS.md``.

``python docs/tables.py`` writes them: ``make bench`` prints the figures, and none is copied by
hand. ``tests/test_docs.py`` compares. A line that begins with ``| cities |``, or its Spanish twin,
starts a table, which ends at the first line without a bar.
"""

import re
from decimal import ROUND_HALF_UP, Decimal
from pathlib import Path

ROOT = Path(__file__).parent.parent
RESULTS = (ROOT / "benchmarks" / "RESULTS.md").read_text("utf-8")
PEERS = ("elkai (LKH)", "OR-tools routing", "networkx, Christofides")
QUESTIONS = {
    "closed 100×100": ("a closed tour of 100×100", "un recorrido cerrado de 100×100"),
    "none: closed 4×100": ("no closed tour of 4×100", "ningún recorrido cerrado en 4×100"),
    "none: closed 21×21": ("no closed tour of 21×21", "ningún recorrido cerrado en 21×21"),
}
WORDS = {
    "same": "igual",
    "longer": "más larga",
    "proved": "demostrado",
    "at most {} % too long": "a un {} % de la cota",
    "with HiGHS": "con HiGHS",
    "none found": "no lo encuentra",
    "not proved": "no lo demuestra",
    "cities": "ciudades",
    "question": "pregunta",
}


def rows(section: str) -> list[list[str]]:
    """Return the cells of the table in a section of the results, without its head."""
    text = RESULTS.partition(f"\n## {section}\n")[2].partition("\n## ")[0]
    lines = [line for line in text.splitlines() if line.startswith("|")][2:]
    return [[cell.strip() for cell in line.strip("|").split("|")] for line in lines]


def table(head: str, lines: list[list[str]]) -> list[str]:
    """Return the lines of a table."""
    marks = "---".join("|" * (head.count("|") + 2))
    return [f"| {head} |", marks, *(f"| {' | '.join(line)} |" for line in lines)]


def tables(spanish: bool) -> list[list[str]]:
    """Return the two tables of README."""

    def word(text: str) -> str:
        return WORDS[text] if spanish else text

    def figure(value: str, digits: int = 2) -> str:
        places = Decimal(1).scaleb(-digits if Decimal(value) < Decimal("9.95") else 0)
        text = str(Decimal(value).quantize(places, ROUND_HALF_UP))
        return text.replace(".", ",") if spanish else text

    def thousands(value: str) -> str:
        return re.sub(r"(?<=\d)(?=(\d{3})+$)", " ", value)

    trips = {(row[0], row[1]): row[2:] for row in rows("The shortest round trip")}
    lines = []
    for cities in ("100", "200", "1000"):
        plain, extra = (
            trips[f"{cities} random cities", f"Caballero{more}"] for more in ("", " with `[best]`")
        )
        cost, _, bound, seconds, *_ = chosen = extra if plain[2] != extra[2] == "proved" else plain
        gap = "" if bound == "proved" else figure(str(100 * (int(cost) / int(bound) - 1)), 1)
        claim = word("at most {} % too long").format(gap) if gap else word("proved")
        more = f" {word('with HiGHS')}" if chosen is extra else ""
        took = figure(seconds, 1 if gap else 2)
        line = [cities, f"{thousands(cost)}, {claim}, {took} s{more}"]
        for peer in PEERS:
            its, above, _, took, *_ = trips[f"{cities} random cities", peer]
            if peer == PEERS[0]:
                what = word("same") if its == cost else thousands(its)
                line.append(f"{what}, {figure(took)} s")
            else:
                share = figure(above.split()[0], 1)
                line.append(f"{share} % {word('longer')}")
        lines.append(line)
    found = {row[0]: row for row in rows("Peers")}
    answers = []
    for question, names in QUESTIONS.items():
        line = [names[spanish]]
        for cell in (found[question][index] for index in (3, 5, 6)):
            unsolved = "not proved" if question.startswith("none") else "none found"
            seconds, solved = cell.split()[0], not cell.startswith(">")
            digits = 2 if seconds.startswith("0") else 1
            line.append(f"{figure(seconds, digits)} s" if solved else word(unsolved))
        answers.append(line)
    return [
        table(" | ".join([word("cities"), "Caballero", *PEERS]), lines),
        table(" | ".join([word("question"), "Caballero", "clingo", "CP-SAT"]), answers),
    ]


def updated(document: Path) -> str:
    """Return a README with its tables as the results have them."""
    lines = document.read_text("utf-8").splitlines()
    for new in tables(document.name.endswith(".es.md")):
        begin = next(n for n, line in enumerate(lines) if line == new[0])
        end = next(n for n in range(begin, len(lines)) if not lines[n].startswith("|"))
        lines[begin:end] = new
    return "\n".join([*lines, ""])


def figures(document: Path) -> list[str]:
    """Return the figures from 10 on in the tables of a document, without decimal marks."""
    found = re.findall(r"^\|.*", document.read_text("utf-8"), re.MULTILINE)
    words = (re.sub(r"`[^`]*`|\]\([^)]*\)|(?<=\d)[ .,](?=\d)", "", line) for line in found)
    return sorted(figure for line in words for figure in re.findall(r"\d{2,}", line))


if __name__ == "__main__":
    for name in ("README.md", "README.es.md"):
        (ROOT / name).write_text(updated(ROOT / name), "utf-8")
