"""The reader's language: in Python as on the command line."""

import pytest

import caballero
from caballero.machine.errors import UnknownName
from caballero.machine.words import Message
from caballero.puzzles import explain
from cli.terminal import process


@pytest.fixture(autouse=True)
def _english(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("LANGUAGE", "C")


def test_the_language_is_kept_until_another_is_chosen() -> None:
    assert caballero.language() == "en"
    assert caballero.language("es") == caballero.language() == "es"
    assert caballero.language("en") == caballero.language() == "en"


def test_an_unknown_language_is_refused_and_changes_nothing() -> None:
    caballero.language("es")
    with pytest.raises(UnknownName, match="No se conoce «fr» como idioma"):
        caballero.language("fr")
    assert caballero.language() == "es"


def test_what_is_printed_is_in_the_language_and_repr_is_not() -> None:
    answer = caballero.solve(4)
    verdict = caballero.verify([(0, 0), (1, 2)], caballero.Problem("3x4"))
    explained = explain("wazir open\n1 . .\n. . .\n5 . .")
    holed = caballero.Problem(caballero.Board("3x4", holes=["a1"]))
    values = [answer, verdict, explained, caballero.count_tours(holed), caballero.iter_tours(holed)]
    shown = [*map(repr, values)]
    caballero.language("es")
    assert str(answer).startswith("No existe tal recorrido. ")
    assert str(verdict).startswith("El recorrido es correcto hasta")
    assert "La regla más difícil" in str(explained)
    assert [*map(repr, values)] == shown


def test_a_message_is_found_again_after_another_language() -> None:
    kept = {Message("surface")}
    caballero.language("es")
    assert Message("surface") in kept


@pytest.mark.parametrize(
    ("variable", "error"), [("LC_ALL", "«8x» no es un tablero"), ("X", "“8x” is not a board")]
)
def test_a_program_speaks_the_language_of_the_system(variable: str, error: str) -> None:
    code = "import caballero; caballero.Board('8x')"
    assert error in process(command=("-c", code), **{variable: "es"}).err
