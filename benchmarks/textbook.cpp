// The textbook's knight's tour in C++, for bench.py to compare with.
//
//   textbook                       find the 8x8 tour from the corner and print it
//   textbook backtracking N REPS   the same on N x N (3 to 8): nodes, then seconds for each repeat
//   textbook warnsdorff N REPS     Warnsdorff's rule: squares, then seconds for each repeat
//   textbook roth N REPS           the same, ties go to the square farthest from the middle
//
// The backtracking is the recursive function that every course shows, its moves in the order of
// GeeksforGeeks, and the board's size known to the compiler, as there. Warnsdorff's rule is
// written for speed: a border of squares that are never free makes questions unnecessary.

#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <ctime>
#include <vector>

namespace {

const int ROW[8] = {2, 1, -1, -2, -2, -1, 1, 2};
const int COLUMN[8] = {1, 2, 2, 1, -1, -2, -2, -1};

double cpu_seconds() {
    timespec now;
    clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &now);
    return static_cast<double>(now.tv_sec) + 1e-9 * static_cast<double>(now.tv_nsec);
}

template <int N>
struct Textbook {
    int board[N][N];
    long long nodes = 0;

    bool is_free(int r, int c) const {
        return r >= 0 && r < N && c >= 0 && c < N && board[r][c] == -1;
    }

    bool extend(int r, int c, int number) {
        ++nodes;
        if (number == N * N) return true;
        for (int k = 0; k < 8; ++k) {
            const int to_r = r + ROW[k], to_c = c + COLUMN[k];
            if (is_free(to_r, to_c)) {
                board[to_r][to_c] = number;
                if (extend(to_r, to_c, number + 1)) return true;
                board[to_r][to_c] = -1;
            }
        }
        return false;
    }

    bool solve() {
        for (auto& row : board)
            for (int& square : row) square = -1;
        board[0][0] = 0;
        nodes = 0;
        return extend(0, 0, 1);
    }
};

template <int N>
int time_backtracking(int repeats) {
    static Textbook<N> textbook;
    for (int i = 0; i < repeats; ++i) {
        const double before = cpu_seconds();
        textbook.solve();
        const double after = cpu_seconds();
        if (i == 0) std::printf("%lld\n", textbook.nodes);
        std::printf("%.9f\n", after - before);
    }
    return 0;
}

int print_tour() {
    static Textbook<8> textbook;
    const bool found = textbook.solve();
    for (const auto& row : textbook.board) {
        for (const int number : row) std::printf("%3d", number);
        std::printf("\n");
    }
    std::printf("%lld nodes\n", textbook.nodes);
    return found ? 0 : 1;
}

// A square's exits while it is free; far more than 8 once it is taken, or on the border.
int warnsdorff(int n, const std::vector<int>& degrees, const std::vector<int>& distances,
               bool roth, std::vector<int>& exits, std::vector<int>& path) {
    const int TAKEN = 1 << 20;
    const int width = n + 4;
    int step[8];
    for (int k = 0; k < 8; ++k) step[k] = ROW[k] * width + COLUMN[k];
    exits = degrees;
    int here = 2 * width + 2, count = 0;
    while (true) {
        path[static_cast<std::size_t>(count++)] = here;
        exits[static_cast<std::size_t>(here)] += TAKEN;
        int best = 0, fewest = TAKEN / 2;
        for (int k = 0; k < 8; ++k) {
            const int there = here + step[k];
            const int e = --exits[static_cast<std::size_t>(there)];
            if (e < fewest) {
                fewest = e;
                best = there;
            } else if (roth && e == fewest && distances[static_cast<std::size_t>(there)] >
                                                  distances[static_cast<std::size_t>(best)]) {
                best = there;
            }
        }
        if (best == 0) return count;
        here = best;
    }
}

int time_warnsdorff(int n, int repeats, bool roth) {
    const int width = n + 4;
    const std::size_t size = static_cast<std::size_t>(width) * static_cast<std::size_t>(width);
    std::vector<int> degrees(size, 1 << 20), distances(size, 0), exits(size), path(size);
    for (int r = 0; r < n; ++r) {
        for (int c = 0; c < n; ++c) {
            int degree = 0;
            for (int k = 0; k < 8; ++k) {
                const int to_r = r + ROW[k], to_c = c + COLUMN[k];
                degree += to_r >= 0 && to_r < n && to_c >= 0 && to_c < n;
            }
            const std::size_t here = static_cast<std::size_t>((r + 2) * width + c + 2);
            degrees[here] = degree;
            distances[here] = (2 * r - n + 1) * (2 * r - n + 1) + (2 * c - n + 1) * (2 * c - n + 1);
        }
    }
    for (int i = 0; i < repeats; ++i) {
        const double before = cpu_seconds();
        const int count = warnsdorff(n, degrees, distances, roth, exits, path);
        const double after = cpu_seconds();
        if (i == 0) std::printf("%d\n", count);
        std::printf("%.9f\n", after - before);
    }
    return 0;
}

}  // namespace

int main(int argc, char** argv) {
    if (argc == 1) return print_tour();
    if (argc == 4) {
        const int n = std::atoi(argv[2]), repeats = std::atoi(argv[3]);
        if (!std::strcmp(argv[1], "warnsdorff")) return time_warnsdorff(n, repeats, false);
        if (!std::strcmp(argv[1], "roth")) return time_warnsdorff(n, repeats, true);
        if (!std::strcmp(argv[1], "backtracking")) {
            switch (n) {
                case 3: return time_backtracking<3>(repeats);
                case 4: return time_backtracking<4>(repeats);
                case 5: return time_backtracking<5>(repeats);
                case 6: return time_backtracking<6>(repeats);
                case 7: return time_backtracking<7>(repeats);
                case 8: return time_backtracking<8>(repeats);
            }
        }
    }
    std::fprintf(stderr, "usage: textbook [backtracking|warnsdorff|roth N REPEATS]\n");
    return 2;
}
