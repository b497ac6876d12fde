"""Sentences about powers, costs and boards without a tour, as pupils and teachers write them."""

import pytest

from caballero.teaching import move_order, passages

RIGHT = r"""
8^8 = 16777216; 8**2 = 64; $5^{16}=152587890625$; 5¹⁶ = 152.587.890.625; 2 elevado a 10 es 1024
5^16 = 152,587,890,625 and 5 to the power of 16 is 152587890625
8^64 ≈ 6,3·10^57; $8^{64} \approx 6{,}28 \times 10^{57}$; 8^16 = 2.814749767e14; 2^10 ≈ 1000
Hay 8^64 caminos posibles, unos 6·10^57. 5^16 son unos 150 mil millones; 8^64 ≈ 10^58
5^(n^2) = 5^{n·n}; (5^n)^2 = 5^(2n); 64^n = (8^2)^n
O(8^(N^2)); O(8^{N^2}); $\mathcal{O}(8^{n^2})$; Θ(8^(n·n)); T(n) ∈ O(k^(n^2)); O(8ⁿ²)
Si n es el número de casillas, la complejidad es O(8^n).
Espacio auxiliar: O(N²)
Space complexity: O(N*N)
La regla de Warnsdorff tiene orden O(n^2)
En 4x4 no hay solución.
No hay ningún recorrido en el tablero de 4×4.
There is no knight's tour on a 4x4 board.
El problema no tiene solución para n = 3
No tiene solución si n=4
Tamaño del tablero (5 o más): 4. Ups!, no hay solución
El 3 por 3 no se puede recorrer
En un tablero de 3 por 3 el problema es irresoluble.
The 4 by 4 board has no solution.
En 5x5 no hay ningún recorrido cerrado.
There's no closed tour on an odd board
En 5x5 no hay solución desde b1.
No hay solución en 5x5 empezando en (0,1)
Para n < 5 no hay solución
En 3x3 y en 4x4 no hay solución
""".strip().splitlines()

WRONG = r"""
8^8 = 16 777 215
5⁶⁴ = 152587890625
8^64 ≈ 2,8·10^14
8^16 = 2,9 × 10^14
5 elevado a 16 son 152
5^16 son 152 millones
5^(n²) = 5^(2n)
$8^{16} = 8^{64}$
Son las opciones del tablero (8 elevado a 8 en este caso)
while (i < n^n)
para cada una, un máximo de 8 movimientos, por lo que el peor tiempo es O (8 N ^ 2 ).
$O(k^{2n})$ donde k es el número medio de hijos válidos por nodo
Time complexity O(8^N)
La complejidad es O(n!)
complejidad exponencial 2^n
The backtracking search is O(n²)
En 4x4 y 5x5 no hay solución
N = 8: Solution does not exist
En 6x6 no hay recorrido cerrado.
En 5x5 no hay solución desde la esquina.
Para tableros menores a 4x4 no hay solución.
n menor que 6: no existe solución
No existe recorrido en ningún tablero impar.
mi programa dice que 6x6 es imposible
""".strip().splitlines()

NOTHING = r"""
¿No hay solución en 5x5?
Si no hay solución en 5x5, imprime 0.
En 5x5 puede que no haya solución, y en 4x4 no siempre hay solución
No existe un orden mejor en 5x5, pero sí uno peor.
Para 3 reinas no hay solución
La función devuelve False si no hay solución.
En 8x8 no hay dos recorridos iguales, y en 6x6 no hay tiempo para probarlos todos.
En 8x8 no encontré la solución. I did not find a tour on 8x8.
En 8x8 paramos tras 10 000 nodos, sin recorrido.
x^2 + y^2 = z^2; 2^3 == 8; a = 2^5; n² = 64 y 2n = 16; 8^{n^2} = 8^{64} para n = 8
El 8x8 tiene 64 = 8^2 casillas; O(1); O(n log n); cada paso cuesta O(n²) en la búsqueda
There is no such tour. The 4×9 board has no closed one: none if one side is 1, or on 3×8.
it reads PEE; no tour reads 18 letters
8^8 son las opciones de ocho casillas; 9^9^9^9 = 1; O(9^9^9^9^9); 5^ = 3; ((((2^2 = 4
""".strip().splitlines()


@pytest.mark.parametrize(
    ("line", "fits"), [(one, {True}) for one in RIGHT] + [(one, {False}) for one in WRONG]
)
def test_what_a_sentence_says_is_judged(line: str, fits: set[bool]) -> None:
    assert {one.right for one in passages(line)} == fits


@pytest.mark.parametrize("line", NOTHING)
def test_what_states_nothing_is_passed_over(line: str) -> None:
    assert [one for one in passages(line) if not one.right] == []


def test_the_lines_above_name_board_and_start() -> None:
    asked = "Tamaño del tablero: (5 o más): 5\nfila: 0\ncolumna: {}\n\nUps!, no hay solución"
    found = [passages(asked.format(column)) for column in (0, 1)]
    assert [[one.right for one in some] for some in found] == [[False], [True]]
    assert passages("Ups!, no hay solución")[0].messages()[1].code == "none-board"


@pytest.mark.parametrize(
    ("text", "codes"),
    [
        (
            "dx[] = { 2, 1, -1, -2, -2, -1, 1, 2 };\ndy[] = { 1, 2, 2, 1, -1, -2, -2, -1 };",
            ["moves-named"],
        ),
        (
            "m = []\n"
            + "".join(f"movs.append([f{a:+d}, c{b:+d}])\n" for a, b in move_order("puc")),
            ["moves-named"],
        ),
        (" ".join(map(str, move_order("clockwise"))), ["moves-own"]),
        (" ".join(map(str, [*move_order("puc")[:7], (1, 2)])), ["moves-missing"]),
        (" ".join(map(str, [*move_order("puc"), (1, 1)])), ["moves-more"]),
        ("(1, 0), (0, 1), (-1, 0), (0, -1), (1, 1), (-1, -1), (1, -1), (-1, 1)", []),
        ("[(0, 0), (2, 1), (0, 2), (1, 0), (2, 2), (0, 1), (2, 0)]", []),
    ],
)
def test_the_moves_of_a_program_are_named(text: str, codes: list[str]) -> None:
    found = [one for one in passages(text) if one.kind == "moves"]
    assert [one.messages()[1].code for one in found] == codes
    assert [one.right for one in found] == [code in {"moves-named", "moves-own"} for code in codes]
