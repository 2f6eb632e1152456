/*
 * The least that a referee of legality must do, in C: reads each file named on standard input, replays its main line with captures, and
 * looks for repeated positions. Prints the games, the moves, the repetitions, and the milliseconds of processor time.
 * Boards up to 25x25, one game a file, no passes counted. What is not legal is put on the board all the same, and of very long games only the first 2,048 positions are looked for.
 */
#include <fcntl.h>
#include <stdint.h>
#include <stdio.h>
#include <string.h>
#include <time.h>
#include <unistd.h>

enum { SIDE = 27, POINTS = SIDE * SIDE, FILE_BYTES = 1 << 19, TABLE = 4096, BORDER = 3 };

static unsigned char text[FILE_BYTES + 1];
static unsigned char board[POINTS];
static uint64_t keys[3][POINTS];
static uint64_t seen[TABLE];
static int chain[POINTS], marks[POINTS], mark;
static uint64_t hash;
static int known;
static long games, moves, repetitions;

static const int NEAR[4] = {-SIDE, -1, 1, SIDE};

static void begin(int size) {
  memset(board, BORDER, sizeof board);
  for (int y = 1; y <= size; y++) memset(board + y * SIDE + 1, 0, size);
  memset(seen, 0, sizeof seen);
  hash = 0;
  known = 0;
  games++;
}

/* Takes the chain at a point off the board if it has no liberty. */
static void take(int point) {
  int color = board[point], count = 1;
  chain[0] = point;
  marks[point] = ++mark;
  for (int i = 0; i < count; i++) {
    for (int n = 0; n < 4; n++) {
      int q = chain[i] + NEAR[n];
      if (board[q] == 0) return;
      if (board[q] != color || marks[q] == mark) continue;
      marks[q] = mark;
      chain[count++] = q;
    }
  }
  for (int i = 0; i < count; i++) {
    board[chain[i]] = 0;
    hash ^= keys[color][chain[i]];
  }
}

static void put(int point, int color) {
  if (board[point] == BORDER) return;
  if (board[point] != 0) hash ^= keys[board[point]][point];
  board[point] = color;
  hash ^= keys[color][point];
  for (int n = 0; n < 4; n++)
    if (board[point + NEAR[n]] == 3 - color) take(point + NEAR[n]);
  take(point);
}

static void remember(void) {
  if (++known > TABLE / 2) return;
  int at = hash % TABLE;
  while (seen[at] != 0 && seen[at] != hash) at = (at + 1) % TABLE;
  if (seen[at] == hash) repetitions++;
  seen[at] = hash;
}

/* The main line ends where the first branch does. */
static void replay(const unsigned char *p) {
  int name = 0, letters = 0, size = 19;
  begin(size);
  for (; *p != 0 && *p != ')'; p++) {
    if (*p >= 'A' && *p <= 'Z') {
      name = letters++ == 0 ? *p : name << 8 | *p;
    } else if (*p == '[') {
      const unsigned char *value = ++p;
      while (*p != 0 && *p != ']') p += *p == '\\' && p[1] != 0 ? 2 : 1;
      int x = value[0] - 'a' + 1, y = value[1] - 'a' + 1;
      int isPoint = p - value == 2 && x >= 1 && x <= 25 && y >= 1 && y <= 25;
      if (name == ('S' << 8 | 'Z')) {
        for (size = 0; *value >= '0' && *value <= '9'; value++) size = 10 * size + *value - '0';
        games--;
        begin(size < 1 || size > 25 ? 19 : size);
      } else if (isPoint && (name == 'B' || name == 'W')) {
        put(y * SIDE + x, name == 'B' ? 1 : 2);
        remember();
        moves++;
      } else if (isPoint && (name == ('A' << 8 | 'B') || name == ('A' << 8 | 'W'))) {
        put(y * SIDE + x, (name & 255) == 'B' ? 1 : 2);
      }
      letters = 0;
      if (*p == 0) return;
    } else if (*p == ';') {
      name = letters = 0;
    }
  }
}

int main(void) {
  uint64_t random = 0x9e3779b97f4a7c15u;
  for (int color = 1; color <= 2; color++) {
    for (int p = 0; p < POINTS; p++) {
      random ^= random << 13;
      random ^= random >> 7;
      random ^= random << 17;
      keys[color][p] = random;
    }
  }
  char path[4096];
  while (fgets(path, sizeof path, stdin)) {
    path[strcspn(path, "\n")] = 0;
    int file = open(path, O_RDONLY);
    if (file < 0) continue;
    long length = read(file, text, FILE_BYTES);
    close(file);
    if (length <= 0) continue;
    text[length] = 0;
    replay(text);
  }
  printf("%ld %ld %ld %.1f\n", games, moves, repetitions, 1000.0 * clock() / CLOCKS_PER_SEC);
  return 0;
}
