// Trains the ownership net on the records of `dataset.ts`. One file, no library.
//   g++ -O3 -march=native -ffast-math -std=c++17 -pthread -o train train.cpp
//   train OUT SEED STEPS THREADS INIT|- DATA...
// The gradient is summed in a fixed number of parts, so the result does not depend on the number of threads.
// Layout and order of the weights are those that `src/go/life/net.ts` reads.
#include <algorithm>
#include <chrono>
#include <cmath>
#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <string>
#include <thread>
#include <vector>

// Sixteen numbers: a register of AVX-512, two of AVX2.
typedef float v16 __attribute__((vector_size(64), aligned(4)));

static const int F = 20;           // planes of the input
static const int FP = 24;          // the same, padded to a multiple of eight
static const int C = 32;           // channels
static const int B = 6;            // blocks
static const int PARTS = 8;        // partial sums of the gradient
static const int BATCH = 32;
static const int FRONT = 32;       // points in front of and behind the padded board
static const int MAXP = 26 * 28 + 64;
static const int MAXCHAINS = 700;

// Weights: input convolution and bias; per block two convolutions with biases, component and board matrices; head, bias.
static const int IN = 9 * FP * C;
static const int CONV = 9 * C * C;
static const int BLOCK = 2 * (CONV + C) + 2 * C * C;
static const int COUNT = IN + C + B * BLOCK + C * 3 + 3;
static int atBlock(int b) { return IN + C + b * BLOCK; }
static const int HEAD = IN + C + B * BLOCK;

struct Game {
  int w, h, part, label, number;
  const int8_t *planes;
  const int16_t *comp[2]; // chains, areas
  const uint8_t *owner;   // 0 Black, 1 White, 2 nobody, 3 unknown
};
static std::vector<Game> games;
static std::vector<std::vector<char>> files;

static uint64_t state;
static uint32_t rnd() {
  state ^= state << 13;
  state ^= state >> 7;
  state ^= state << 17;
  return (uint32_t)(state >> 32);
}
static float gauss() {
  const float u = (rnd() >> 8) / 16777216.0f + 1e-7f, v = (rnd() >> 8) / 16777216.0f;
  return sqrtf(-2 * logf(u)) * cosf(6.2831853f * v);
}

// A board padded by one column and two rows, flat: point (x, y) at (y + 1) * S + x with S = w + 1.
struct Geo {
  int w, h, S, lo, hi, tap[9];
};
static Geo geo(int w, int h) {
  Geo g;
  g.w = w;
  g.h = h;
  g.S = w + 1;
  g.lo = g.S;
  g.hi = g.S + h * g.S;
  int k = 0;
  for (int dy = -1; dy <= 1; dy++)
    for (int dx = -1; dx <= 1; dx++) g.tap[k++] = dy * g.S + dx;
  return g;
}

static v16 all(float s) { return s - v16{}; }

// y = bias + sum over taps and inputs of x * W, W as [tap][input][output].
template <int IC, int OC> static void convolve(const Geo &g, const float *x, const float *W, const float *bias, float *y) {
  const int T = 12;
  for (int oc = 0; oc < OC; oc += 32)
    for (int p = g.lo; p < g.hi; p += T) {
      v16 a[T][2];
      for (int j = 0; j < T; j++) {
        a[j][0] = bias ? *(const v16 *)(bias + oc) : v16{};
        a[j][1] = bias ? *(const v16 *)(bias + oc + 16) : v16{};
      }
      for (int t = 0; t < 9; t++) {
        const float *xp = x + (p + g.tap[t]) * IC;
        const float *w = W + t * IC * OC + oc;
        for (int i = 0; i < IC; i++) {
          const v16 w0 = *(const v16 *)(w + i * OC), w1 = *(const v16 *)(w + i * OC + 16);
          for (int j = 0; j < T; j++) {
            const v16 v = all(xp[j * IC + i]);
            a[j][0] += v * w0;
            a[j][1] += v * w1;
          }
        }
      }
      const int n = std::min(T, g.hi - p);
      for (int j = 0; j < n; j++) {
        *(v16 *)(y + (p + j) * OC + oc) = a[j][0];
        *(v16 *)(y + (p + j) * OC + oc + 16) = a[j][1];
      }
    }
}

template <int N, int IC, int OC>
static void weightRows(const Geo &g, const float *x, const float *dy, float *dW) {
  v16 a[N][2];
  for (int j = 0; j < N; j++) a[j][0] = a[j][1] = v16{};
  for (int p = g.lo; p < g.hi; p++) {
    const v16 d0 = *(const v16 *)(dy + p * OC), d1 = *(const v16 *)(dy + p * OC + 16);
    for (int j = 0; j < N; j++) {
      const v16 v = all(x[p * IC + j]);
      a[j][0] += v * d0;
      a[j][1] += v * d1;
    }
  }
  for (int j = 0; j < N; j++) {
    *(v16 *)(dW + j * OC) += a[j][0];
    *(v16 *)(dW + j * OC + 16) += a[j][1];
  }
}

// dW[tap][i][o] += sum of x[p + tap][i] * dy[p][o]; dy is zero outside the board.
template <int IC, int OC> static void convolveWeights(const Geo &g, const float *x, const float *dy, float *dW, float *dB) {
  for (int t = 0; t < 9; t++)
    for (int oc = 0; oc < OC; oc += 32)
      for (int i = 0; i < IC; i += 12) {
        const float *xp = x + g.tap[t] * IC + i;
        float *to = dW + (t * IC + i) * OC + oc;
        if (IC - i >= 12) weightRows<12, IC, OC>(g, xp, dy + oc, to);
        else weightRows<IC % 12 == 0 ? 1 : IC % 12, IC, OC>(g, xp, dy + oc, to);
      }
  for (int p = g.lo; p < g.hi; p++)
    for (int o = 0; o < OC; o++) dB[o] += dy[p * OC + o];
}

static void clearColumn(const Geo &g, float *y) {
  for (int r = 0; r < g.h; r++) memset(y + ((r + 1) * g.S + g.w) * C, 0, C * 4);
}
// Rows above and below hold what a bigger board left.
static void clearRows(const Geo &g, float *y) {
  memset(y - 8 * C, 0, (g.lo + 8) * C * 4);
  memset(y + g.hi * C, 0, (g.S + 8) * C * 4);
}

struct Sample {
  Geo g;
  int n[2];
  std::vector<int16_t> comp[2];
  std::vector<float> inv[2];
  std::vector<uint8_t> owner, stone;
};

struct Work {
  Sample s;
  std::vector<float> in, x[B + 1], r[B + 1], h[B], m[B], board[B], dx, dr, dh, logit, dlogit, grad;
  double loss = 0;
  long count = 0, right = 0;
  Work() {
    auto make = [](std::vector<float> &v, int c) { v.assign((MAXP + 2 * FRONT) * c, 0.f); };
    make(in, FP);
    for (int b = 0; b <= B; b++) make(x[b], C), make(r[b], C);
    for (int b = 0; b < B; b++) make(h[b], C), m[b].resize(MAXCHAINS * C), board[b].resize(C);
    make(dx, C), make(dr, C), make(dh, C);
    logit.resize(MAXP * 3), dlogit.resize(MAXP * 3), grad.resize(COUNT);
  }
};
static float *at0(std::vector<float> &v, int c) { return v.data() + FRONT * c; }

static void turn(int k, int w, int h, int x, int y, int &nx, int &ny) {
  nx = k & 1 ? w - 1 - x : x;
  ny = k & 2 ? h - 1 - y : y;
  if (k & 4) std::swap(nx, ny);
}

// Puts a game in place, turned by one of eight symmetries and with the colors swapped if asked.
static void load(const Game &G, int symmetry, int swap, Work &W) {
  Sample &s = W.s;
  s.g = symmetry & 4 ? geo(G.h, G.w) : geo(G.w, G.h);
  const Geo &g = s.g;
  memset(W.in.data(), 0, W.in.size() * 4);
  s.owner.assign(MAXP, 3);
  s.stone.assign(MAXP, 0);
  for (int k = 0; k < 2; k++) s.comp[k].assign(MAXP, -1), s.n[k] = 0;
  float *in = at0(W.in, FP);
  for (int y = 0, p = 0; y < G.h; y++)
    for (int x = 0; x < G.w; x++, p++) {
      int nx, ny;
      turn(symmetry, G.w, G.h, x, y, nx, ny);
      const int q = (ny + 1) * g.S + nx;
      int8_t v[F];
      memcpy(v, G.planes + p * F, F);
      if (swap) {
        std::swap(v[0], v[1]);
        const int8_t t = v[3];
        v[3] = -v[4];
        v[4] = -t;
        v[5] = -v[5];
        std::swap(v[13], v[14]);
        v[17] = -v[17];
      }
      for (int f = 0; f < F; f++) in[q * FP + f] = v[f] * (1.0f / 127.0f);
      for (int k = 0; k < 2; k++) {
        const int c = G.comp[k][p];
        s.comp[k][q] = c;
        s.n[k] = std::max(s.n[k], c + 1);
      }
      const uint8_t o = G.owner[p];
      s.owner[q] = swap && o < 2 ? 1 - o : o;
      s.stone[q] = v[0] ? 1 : v[1] ? 2 : 0;
    }
  for (int k = 0; k < 2; k++) {
    s.inv[k].assign(s.n[k], 0.f);
    for (int p = g.lo; p < g.hi; p++)
      if (s.comp[k][p] >= 0) s.inv[k][s.comp[k][p]] += 1;
    for (auto &f : s.inv[k]) f = 1 / f;
  }
}

// Chains of stones get one answer, the mean of their points'. The way back is the same map.
static void meanOverChains(const Sample &s, std::vector<float> &value) {
  std::vector<float> mean(s.n[0] * 3, 0.f);
  for (int p = s.g.lo; p < s.g.hi; p++)
    if (s.stone[p])
      for (int o = 0; o < 3; o++) mean[s.comp[0][p] * 3 + o] += value[p * 3 + o] * s.inv[0][s.comp[0][p]];
  for (int p = s.g.lo; p < s.g.hi; p++)
    if (s.stone[p])
      for (int o = 0; o < 3; o++) value[p * 3 + o] = mean[s.comp[0][p] * 3 + o];
}

static void forward(const float *P, Work &W) {
  const Sample &s = W.s;
  const Geo &g = s.g;
  const int points = g.w * g.h;
  convolve<FP, C>(g, at0(W.in, FP), P, P + IN, at0(W.x[0], C));
  clearColumn(g, at0(W.x[0], C));
  for (int b = 0; b < B; b++) {
    const float *q = P + atBlock(b);
    float *x = at0(W.x[b], C), *r = at0(W.r[b], C), *h = at0(W.h[b], C), *y = at0(W.x[b + 1], C);
    for (int i = g.lo * C; i < g.hi * C; i++) r[i] = x[i] > 0 ? x[i] : 0;
    clearRows(g, r);
    convolve<C, C>(g, r, q, q + CONV, h);
    clearColumn(g, h);
    for (int i = g.lo * C; i < g.hi * C; i++) h[i] = h[i] > 0 ? h[i] : 0;
    clearRows(g, h);
    const auto &comp = s.comp[b & 1];
    const int n = s.n[b & 1];
    float *m = W.m[b].data(), *gm = W.board[b].data();
    memset(m, 0, n * C * 4);
    memset(gm, 0, C * 4);
    for (int p = g.lo; p < g.hi; p++)
      if (comp[p] >= 0)
        for (int c = 0; c < C; c++) m[comp[p] * C + c] += h[p * C + c], gm[c] += h[p * C + c];
    for (int i = 0; i < n; i++)
      for (int c = 0; c < C; c++) m[i * C + c] *= s.inv[b & 1][i];
    for (int c = 0; c < C; c++) gm[c] /= points;
    const float *second = q + CONV + C, *wm = second + CONV + C, *wg = wm + C * C;
    convolve<C, C>(g, h, second, second + CONV, y);
    clearColumn(g, y);
    float everywhere[C] = {};
    for (int i = 0; i < C; i++)
      for (int c = 0; c < C; c++) everywhere[c] += gm[i] * wg[i * C + c];
    std::vector<float> z(n * C);
    for (int j = 0; j < n; j++) {
      float *zz = &z[j * C];
      for (int c = 0; c < C; c++) zz[c] = everywhere[c];
      for (int i = 0; i < C; i++)
        for (int c = 0; c < C; c++) zz[c] += m[j * C + i] * wm[i * C + c];
    }
    for (int p = g.lo; p < g.hi; p++)
      if (comp[p] >= 0)
        for (int c = 0; c < C; c++) y[p * C + c] += z[comp[p] * C + c] + x[p * C + c];
  }
  float *x = at0(W.x[B], C), *r = at0(W.r[B], C);
  const float *q = P + HEAD;
  for (int i = g.lo * C; i < g.hi * C; i++) r[i] = x[i] > 0 ? x[i] : 0;
  for (int p = g.lo; p < g.hi; p++)
    if (s.comp[0][p] >= 0)
      for (int o = 0; o < 3; o++) {
        float a = q[C * 3 + o];
        for (int c = 0; c < C; c++) a += r[p * C + c] * q[c * 3 + o];
        W.logit[p * 3 + o] = a;
      }
  meanOverChains(s, W.logit);
}

static void lossOf(Work &W, float scale) {
  const Sample &s = W.s;
  const float per = scale / (s.g.w * s.g.h);
  for (int p = s.g.lo; p < s.g.hi; p++) {
    if (s.comp[0][p] < 0) continue;
    float *z = &W.logit[p * 3], *d = &W.dlogit[p * 3];
    const int owner = s.owner[p];
    if (owner > 2) {
      d[0] = d[1] = d[2] = 0;
      continue;
    }
    const float most = std::max(z[0], std::max(z[1], z[2]));
    float e[3], sum = 0;
    for (int o = 0; o < 3; o++) sum += e[o] = expf(z[o] - most);
    W.loss -= z[owner] - most - logf(sum);
    for (int o = 0; o < 3; o++) d[o] = (e[o] / sum - (o == owner)) * per;
    W.count++;
    W.right += owner == (z[0] >= z[1] && z[0] >= z[2] ? 0 : z[1] >= z[2] ? 1 : 2);
  }
}

// Weights for the way back through a convolution: taps turned round, inputs and outputs exchanged.
static void transpose(const float *P, std::vector<float> &T) {
  T.resize(B * 2 * CONV);
  for (int b = 0; b < B; b++)
    for (int k = 0; k < 2; k++) {
      const float *w = P + atBlock(b) + k * (CONV + C);
      float *d = &T[(b * 2 + k) * CONV];
      for (int t = 0; t < 9; t++)
        for (int i = 0; i < C; i++)
          for (int o = 0; o < C; o++) d[(8 - t) * C * C + o * C + i] = w[t * C * C + i * C + o];
    }
}

static void backward(const float *P, const float *T, Work &W) {
  const Sample &s = W.s;
  const Geo &g = s.g;
  const int points = g.w * g.h;
  float *G = W.grad.data();
  meanOverChains(s, W.dlogit);
  float *dx = at0(W.dx, C), *dr = at0(W.dr, C), *dh = at0(W.dh, C);
  for (auto *v : {&W.dx, &W.dr, &W.dh}) memset(v->data(), 0, v->size() * 4);
  {
    const float *q = P + HEAD, *r = at0(W.r[B], C), *x = at0(W.x[B], C);
    float *gq = G + HEAD;
    for (int p = g.lo; p < g.hi; p++) {
      if (s.comp[0][p] < 0) continue;
      const float *d = &W.dlogit[p * 3];
      for (int o = 0; o < 3; o++) gq[C * 3 + o] += d[o];
      for (int c = 0; c < C; c++) {
        for (int o = 0; o < 3; o++) gq[c * 3 + o] += d[o] * r[p * C + c];
        dx[p * C + c] = x[p * C + c] > 0 ? d[0] * q[c * 3] + d[1] * q[c * 3 + 1] + d[2] * q[c * 3 + 2] : 0;
      }
    }
  }
  for (int b = B - 1; b >= 0; b--) {
    const float *q = P + atBlock(b), *wm = q + 2 * (CONV + C), *wg = wm + C * C;
    float *gq = G + atBlock(b), *gm = gq + 2 * (CONV + C), *gg = gm + C * C;
    float *h = at0(W.h[b], C), *r = at0(W.r[b], C), *x = at0(W.x[b], C);
    convolveWeights<C, C>(g, h, dx, gq + CONV + C, gq + 2 * CONV + C);
    convolve<C, C>(g, dx, T + (b * 2 + 1) * CONV, nullptr, dh);
    const auto &comp = s.comp[b & 1];
    const int n = s.n[b & 1];
    std::vector<float> dz(n * C, 0.f), dm(n * C, 0.f);
    float dez[C] = {}, dem[C] = {};
    for (int p = g.lo; p < g.hi; p++)
      if (comp[p] >= 0)
        for (int c = 0; c < C; c++) dz[comp[p] * C + c] += dx[p * C + c], dez[c] += dx[p * C + c];
    const float *m = W.m[b].data(), *board = W.board[b].data();
    for (int j = 0; j < n; j++)
      for (int i = 0; i < C; i++) {
        float sum = 0;
        for (int c = 0; c < C; c++) {
          gm[i * C + c] += m[j * C + i] * dz[j * C + c];
          sum += wm[i * C + c] * dz[j * C + c];
        }
        dm[j * C + i] = sum * s.inv[b & 1][j];
      }
    for (int i = 0; i < C; i++) {
      float sum = 0;
      for (int c = 0; c < C; c++) {
        gg[i * C + c] += board[i] * dez[c];
        sum += wg[i * C + c] * dez[c];
      }
      dem[i] = sum / points;
    }
    for (int p = g.lo; p < g.hi; p++)
      if (comp[p] >= 0)
        for (int c = 0; c < C; c++) {
          const float d = dh[p * C + c] + dm[comp[p] * C + c] + dem[c];
          dh[p * C + c] = h[p * C + c] > 0 ? d : 0;
        }
    clearColumn(g, dh);
    convolveWeights<C, C>(g, r, dh, gq, gq + CONV);
    convolve<C, C>(g, dh, T + (b * 2) * CONV, nullptr, dr);
    for (int p = g.lo; p < g.hi; p++)
      if (comp[p] >= 0)
        for (int c = 0; c < C; c++) dx[p * C + c] += x[p * C + c] > 0 ? dr[p * C + c] : 0;
  }
  convolveWeights<FP, C>(g, at0(W.in, FP), dx, G, G + IN);
}

static void readData(const char *name) {
  FILE *f = fopen(name, "rb");
  if (!f) perror(name), exit(1);
  fseek(f, 0, SEEK_END);
  const long size = ftell(f);
  rewind(f);
  files.emplace_back(size);
  if (fread(files.back().data(), 1, size, f) != (size_t)size) perror(name), exit(1);
  fclose(f);
  const char *p = files.back().data(), *end = p + size;
  while (p < end) {
    Game g;
    g.w = (uint8_t)p[0], g.h = (uint8_t)p[1], g.part = p[2], g.label = p[3];
    memcpy(&g.number, p + 4, 4);
    p += 12;
    const int n = g.w * g.h;
    g.planes = (const int8_t *)p, p += n * F;
    g.comp[0] = (const int16_t *)p, p += 2 * n;
    g.comp[1] = (const int16_t *)p, p += 2 * n;
    g.owner = (const uint8_t *)p, p += n;
    games.push_back(g);
  }
}

static void save(const char *name, const std::vector<float> &P) {
  FILE *f = fopen(name, "wb");
  const int32_t head[4] = {F, C, B, COUNT};
  if (!f || fwrite(head, 4, 4, f) != 4 || fwrite(P.data(), 4, COUNT, f) != (size_t)COUNT) perror(name), exit(1);
  fclose(f);
}

// How often a game is shown: games with a doubtful chain, rare kinds and small boards teach most.
static int timesShown(const Game &g) {
  int least = 127; // how sure the playouts are of their least sure chain
  for (int p = 0; p < g.w * g.h; p++) {
    const int8_t *v = g.planes + p * F;
    if (v[0] || v[1]) least = std::min(least, std::abs((int)v[5]));
  }
  int times = least < 51 ? 3 : least < 64 ? 2 : least < 76 ? 1 : g.number & 1;
  if (g.label == 2) times = 8;
  if (g.part == 1) times = (times + 1) * 2;
  if (g.w < 19) times = (times + 1) * 2;
  return times;
}

template <class Job> static void inParallel(int threads, Job job) {
  std::vector<std::thread> running;
  for (int t = 1; t < threads; t++)
    running.emplace_back([&, t] {
      for (int k = t; k < PARTS; k += threads) job(k);
    });
  for (int k = 0; k < PARTS; k += threads) job(k);
  for (auto &thread : running) thread.join();
}

int main(int argc, char **argv) {
  if (argc < 7) return fprintf(stderr, "usage: train OUT SEED STEPS THREADS INIT|- DATA...\n"), 2;
  const char *out = argv[1];
  const long steps = atol(argv[3]);
  const int threads = std::max(1, std::min(PARTS, atoi(argv[4])));
  for (int i = 6; i < argc; i++) readData(argv[i]);

  std::vector<int> train, held;
  for (size_t i = 0; i < games.size(); i++) {
    if (games[i].label == 0 || games[i].part == 2) continue;
    if (games[i].number % 50 == 7) held.push_back(i);
    else
      for (int k = timesShown(games[i]); k > 0; k--) train.push_back(i);
  }
  fprintf(stderr, "%zu games, %zu shown in a round, %zu held out, %d weights\n", games.size(), train.size(), held.size(), COUNT);

  state = strtoull(argv[2], nullptr, 10) * 0x9E3779B97F4A7C15ull + 1;
  for (int i = 0; i < 20; i++) rnd();
  std::vector<float> P(COUNT, 0.f), M(COUNT, 0.f), V(COUNT, 0.f), E, T;
  auto fill = [&](int at, int n, float spread) {
    for (int i = 0; i < n; i++) P[at + i] = gauss() * spread;
  };
  fill(0, IN, sqrtf(2.f / (9 * F)));
  for (int b = 0; b < B; b++) {
    fill(atBlock(b), CONV, sqrtf(2.f / (9 * C)));
    fill(atBlock(b) + CONV + C, CONV, 0.3f * sqrtf(2.f / (9 * C)) / sqrtf(B));
    fill(atBlock(b) + 2 * (CONV + C), 2 * C * C, 0.3f * sqrtf(1.f / C) / sqrtf(B));
  }
  fill(HEAD, C * 3, 0.3f * sqrtf(1.f / C));
  const bool fresh = argv[5][0] == '-';
  if (!fresh) {
    FILE *f = fopen(argv[5], "rb");
    int32_t head[4];
    if (!f || fread(head, 4, 4, f) != 4 || head[3] != COUNT || fread(P.data(), 4, COUNT, f) != (size_t)COUNT)
      return fprintf(stderr, "unusable weights %s\n", argv[5]), 1;
    fclose(f);
  }
  E = P; // moving average of the weights: what is kept

  std::vector<Work> W(PARTS);
  auto evaluate = [&] {
    if (held.empty()) return;
    for (auto &w : W) w.loss = 0, w.count = w.right = 0;
    inParallel(threads, [&](int k) {
      for (size_t i = k; i < held.size(); i += PARTS) load(games[held[i]], 0, 0, W[k]), forward(E.data(), W[k]), lossOf(W[k], 1);
    });
    double loss = 0;
    long count = 0, right = 0;
    for (auto &w : W) loss += w.loss, count += w.count, right += w.right;
    fprintf(stderr, "  held out: loss %.6f, wrong points a game %.3f\n", loss / count, double(count - right) / held.size());
  };

  const float rate = fresh ? 2e-3f : 1.2e-3f, decay = 1e-2f;
  struct Pick {
    int game, symmetry, swap;
  };
  std::vector<Pick> picks(BATCH);
  size_t at = train.size();
  double loss = 0;
  long count = 0, right = 0;
  const auto begin = std::chrono::steady_clock::now();
  for (long step = 0; step < steps; step++) {
    for (auto &pick : picks) {
      if (at >= train.size()) {
        for (size_t i = train.size() - 1; i > 0; i--) std::swap(train[i], train[rnd() % (i + 1)]);
        at = 0;
      }
      const uint32_t r = rnd();
      pick = {train[at++], (int)(r & 7), (int)(r >> 3 & 1)};
    }
    transpose(P.data(), T);
    inParallel(threads, [&](int k) {
      Work &w = W[k];
      std::fill(w.grad.begin(), w.grad.end(), 0.f);
      w.loss = 0, w.count = w.right = 0;
      for (int i = k; i < BATCH; i += PARTS) {
        load(games[picks[i].game], picks[i].symmetry, picks[i].swap, w);
        forward(P.data(), w);
        lossOf(w, 1.f / BATCH);
        backward(P.data(), T.data(), w);
      }
    });
    float *G = W[0].grad.data();
    for (int k = 1; k < PARTS; k++)
      for (int i = 0; i < COUNT; i++) G[i] += W[k].grad[i];
    double norm = 0;
    for (int i = 0; i < COUNT; i++) norm += (double)G[i] * G[i];
    norm = sqrt(norm);
    for (auto &w : W) loss += w.loss, count += w.count, right += w.right;

    // AdamW; the rate rises for 300 steps and falls along half a cosine.
    const float clip = norm > 1 ? 1 / norm : 1;
    const float lr = rate * std::min(1.f, (step + 1) / 300.f) * (0.5f * (1 + cosf(3.14159265f * step / steps)) * 0.98f + 0.02f);
    const float c1 = 1 - powf(0.9f, step + 1), c2 = 1 - powf(0.99f, step + 1);
    const float keep = std::min(0.999f, (step + 1.f) / (step + 10.f));
    for (int i = 0; i < COUNT; i++) {
      const float d = G[i] * clip;
      M[i] = 0.9f * M[i] + 0.1f * d;
      V[i] = 0.99f * V[i] + 0.01f * d * d;
      P[i] -= lr * (M[i] / c1 / (sqrtf(V[i] / c2) + 1e-8f) + decay * P[i]);
      E[i] = keep * E[i] + (1 - keep) * P[i];
    }
    if ((step + 1) % 250 != 0) continue;
    const double seconds = std::chrono::duration<double>(std::chrono::steady_clock::now() - begin).count();
    fprintf(stderr, "step %ld, loss %.6f, wrong %.5f, %.0f s\n", step + 1, loss / count, double(count - right) / count, seconds);
    loss = 0;
    count = right = 0;
    if ((step + 1) % 1000 == 0) evaluate(), save(out, E);
  }
  evaluate();
  save(out, E);
}
