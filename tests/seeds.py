"""The matrices that the teaching texts print, right and wrong, as they print them.

GeeksforGeeks, "The Knight's tour problem | Backtracking-1"; Universidad de Granada, Algorítmica,
práctica 4 (2016–2017).
"""

GEEKSFORGEEKS_8 = """\
 0 59 38 33 30 17  8 63
37 34 31 60  9 62 29 16
58  1 36 39 32 27 18  7
35 48 41 26 61 10 15 28
42 57  2 49 40 23  6 19
47 50 45 54 25 20 11 14
56 43 52  3 22 13 24  5
51 46 55 44 53  4 21 12
"""

# Universidad de Granada, Algorítmica, práctica 4: the plain matrices, and the Warnsdorff ones.
GRANADA_PLAIN_6 = """\
 6  1 30 21 24 11
29 20  5 10 31 22
 2  7  0 23 12 25
19 28  9  4 15 32
 8  3 34 17 26 13
35 18 27 14 33 16
"""
GRANADA_PLAIN_7 = """\
10  1  8 23 16 45 48
 7 24 11 46 13 42 15
 2  9  0 17 22 47 44
25  6 27 12 43 14 41
28  3 18 21 38 35 32
19 26  5 30 33 40 37
 4 29 20 39 36 31 34
"""
GRANADA_WARNSDORFF_5 = """\
 0  2 23 18  7
22 17  6 13 24
 3 12  1  8 19
16 21 10  5 14
11  4 15 20  9
"""
GRANADA_WARNSDORFF_6 = """\
35  2  9 16 29 26
 8 15  6 27 10 17
 3 34  1 30 25 28
14  7 22  5 18 11
33  4 13 20 31 24
 0 21 32 23 12 19
"""
GRANADA_WARNSDORFF_7 = """\
11  2  9 34 17 36  0
 8 23 12 39 14 33 16
 3 10  1 18 35 40 37
24  7 22 13 38 15 32
21  4 19 26 29 44 41
48 25  6 43 46 31 28
 5 20 47 30 27 42 45
"""
