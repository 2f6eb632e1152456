import { colorOf, EMPTY, type Stone } from '../../core/color.js';
import { finding, type Finding } from '../../core/findings/finding.js';
import type { TerritoryMarks } from '../../core/line.js';
import type { Point } from '../../core/point.js';
import { type Components, componentsOf, type Position } from '../board/position.js';
import { prove, type Proved } from './benson.js';
import { glance, type Glance, netEstimator } from './estimate-net.js';
import type { ChainLife, DeadSource, Estimate, Estimator, EstimatorName, Life } from './life.js';
import { readMarks } from './marks.js';
import { netWeights } from './net-weights.js';
import { makeNet, type Net } from './net.js';
import { sharedPlayer } from './playouts.js';
import { unsettledStones } from './unsettled.js';

/** Dead stones named by the user (`given`) or by an engine (`estimated`), which then takes the place of the estimator. */
export interface DeadFromOutside {
  readonly points: readonly Point[];
  readonly source: 'given' | 'estimated';
  /** Stones whose chains are in seki, if known. */
  readonly seki?: readonly Point[];
}

export interface LifeOptions {
  /** TB and TW of the file, if any. */
  readonly marks: TerritoryMarks | undefined;
  /** The user's points take precedence over everything else; an engine's replace the estimate. */
  readonly outside: DeadFromOutside | undefined;
  readonly estimator: EstimatorName;
}

/** Share of the games with usable marks that count exactly as recorded (209 of 217 in the corpus). */
const MARKED_RIGHT = 0.96;

/** Assumed for any engine: the rate measured for GNU Go. */
const ENGINE_RIGHT = 0.84;

/** Highest confidence where life depends on who moves next: of 84 such games outside the reporting half 58 counted to their margin. */
const OPEN = 0.7;

/** A chain whose verdict is less likely than this to be right gets a finding. */
export const UNCERTAIN = 0.8;

/**
 * Judges which stones of a final position are dead: by the user's points, else by the marks of the file when they fit
 * the board, else by proof (Benson) and, for what is not proved, an outside engine or the estimator.
 *
 * Each chain has the source of its verdict and the chance that it is right. The declared result is never used.
 * Findings: `territory/*` of the marks, `dead/uncertain` for each doubtful chain.
 */
export function judgeLife(position: Position, options: LifeOptions): Life {
  const components = componentsOf(position);
  const { outside } = options;
  if (outside?.source === 'given') {
    const [dead, seki] = [outside.points, outside.seki ?? []].map((named) =>
      markedChains(position, components, named),
    );
    return agreed(components, 'given', 1, dead!, seki!, []);
  }
  const proved = prove(position, components);
  const findings: Finding[] = [];
  if (options.marks) {
    const marked = readMarks(position, components, options.marks);
    findings.push(...marked.findings);
    if (marked.usable) {
      const { dead, seki, unmarked } = marked;
      return { ...agreed(components, 'marked', MARKED_RIGHT, dead, seki, findings), unmarked };
    }
  }
  const estimate = outside
    ? estimateOfEngine(position, components, outside.points)
    : estimatorOf(options.estimator)(position, components, proved);
  const guess = outside || options.estimator !== 'none' ? 'estimated' : 'none';
  return fromEstimate(position, components, proved, estimate, guess, findings);
}

/** What the players or the user say about every chain. */
function agreed(
  components: Components,
  source: 'marked' | 'given',
  probability: number,
  dead: Uint8Array,
  seki: Uint8Array,
  findings: readonly Finding[],
): Life {
  const chains = chainsOf(components, dead, () => ({ source, probability }));
  const ownership = undefined;
  return { dead, seki, ownership, chains, source, confidence: probability, unfinished: '', findings };
}

/**
 * A judgement in which a referee decided some groups: 1 dead, 0 alive, by a point of each. The decision is final, so all
 * other groups stay as they were judged, and nothing is uncertain. `findings`: about the decision.
 */
export function decideGroups(
  position: Position,
  judged: Life,
  groups: ReadonlyMap<Point, 0 | 1>,
  findings: readonly Finding[],
): Life {
  if (groups.size === 0) return { ...judged, findings: [...judged.findings, ...findings] };
  const components = componentsOf(position);
  const decided = new Map([...groups].map(([point, status]) => [components.of[point]!, status]));
  const dead = judged.dead.map((was, point) => decided.get(components.of[point]!) ?? was);
  const { mostConfidence: _most, confidenceFeatures: _features, ...rest } = judged;
  return {
    ...rest,
    dead,
    seki: judged.seki.map((was, point) => (decided.has(components.of[point]!) ? 0 : was)),
    chains: judged.chains.map((chain) => {
      const status = decided.get(components.of[chain.point]!);
      return status === undefined ? chain : { ...chain, dead: status === 1, source: 'given', probability: 1 };
    }),
    source: 'given',
    confidence: 1,
    findings: [...judged.findings.filter(({ code }) => code !== 'dead/uncertain'), ...findings],
  };
}

function estimateOfEngine(position: Position, components: Components, points: readonly Point[]): Estimate {
  return {
    dead: markedChains(position, components, points),
    probability: new Float64Array(components.count).fill(ENGINE_RIGHT),
    confidence: ENGINE_RIGHT,
    unfinished: '',
  };
}

/** 1 for every stone of a chain that has one of the points. */
function markedChains(position: Position, components: Components, named: readonly Point[]): Uint8Array {
  const points = position.width * position.height;
  const isMarked = new Uint8Array(components.count);
  for (const p of named) {
    if (p >= 0 && p < points && position.stones[p] !== EMPTY) isMarked[components.of[p]!] = 1;
  }
  const marked = new Uint8Array(points);
  for (let p = 0; p < points; p++) marked[p] = isMarked[components.of[p]!]!;
  return marked;
}

/** Chains whose life depends on who moves next. */
function openChains(
  position: Position,
  components: Components,
  { safe }: Proved,
  { open }: Estimate,
  dead: Uint8Array,
): ReadonlySet<number> {
  const found = new Set(open);
  unsettledStones(position, dead, safe).forEach((isUnsettled, p) => {
    if (isUnsettled === 1) found.add(components.of[p]!);
  });
  return found;
}

function fromEstimate(
  position: Position,
  components: Components,
  proved: Proved,
  estimate: Estimate,
  guess: 'estimated' | 'none',
  findings: Finding[],
): Life {
  const { stones } = position;
  const points = position.width * position.height;
  const dead = Uint8Array.from(estimate.dead);
  for (let p = 0; p < points; p++) {
    if (stones[p] === EMPTY || proved.safe[p] === 0) continue;
    dead[p] = proved.safe[p] === stones[p] ? 0 : 1;
  }
  const wasEstimated = guess === 'estimated' && estimate.unfinished === '';
  const open = wasEstimated ? openChains(position, components, proved, estimate, dead) : new Set<number>();
  const chains = chainsOf(components, dead, (chain) => {
    const first = components.first[chain]!;
    if (proved.safe[first] !== 0) return { source: 'proved', probability: 1 };
    const probability = estimate.probability[chain]!;
    return { source: guess, probability: open.has(chain) ? Math.min(probability, OPEN) : probability };
  });
  const most = Math.min(open.size > 0 ? OPEN : 1, estimate.mostConfidence ?? 1);
  const source = chains.some((chain) => chain.source !== 'proved') ? guess : 'proved';
  if (estimate.unfinished === '' && guess !== 'none') {
    for (const chain of chains) {
      if (chain.probability >= UNCERTAIN) continue;
      findings.push(
        finding(
          'dead/uncertain',
          { stones: chain.stones, points: 2 * chain.stones },
          { color: chain.color, point: chain.point },
        ),
      );
    }
  }
  return {
    dead,
    seki: new Uint8Array(points),
    ownership: estimate.ownership,
    chains,
    source,
    confidence: source === 'proved' ? 1 : Math.min(estimate.confidence, most),
    ...(most < 1 ? { mostConfidence: most } : {}),
    ...(estimate.confidenceFeatures && source !== 'proved'
      ? { confidenceFeatures: estimate.confidenceFeatures }
      : {}),
    unfinished: estimate.unfinished,
    findings,
  };
}

function chainsOf(
  components: Components,
  dead: Uint8Array,
  evidence: (chain: number) => { source: DeadSource; probability: number },
): ChainLife[] {
  const chains: ChainLife[] = [];
  for (let c = 0; c < components.count; c++) {
    const content = components.content[c]!;
    if (content === EMPTY) continue;
    const point = components.first[c]!;
    const { source, probability } = evidence(c);
    chains.push({
      point,
      stones: components.size[c]!,
      color: colorOf(content as Stone),
      dead: dead[point] === 1,
      source,
      probability,
    });
  }
  return chains;
}

let net: Net | undefined;

/** The one net of the thread, made on first use. */
const sharedNet = (): Net => (net ??= makeNet(netWeights()));

/** What playouts and one look of the net say of a position that was not played out. Pure and deterministic. */
export function glanceAt(position: Position): Glance {
  return glance(sharedNet(), position);
}

const MAKERS: Readonly<Record<EstimatorName, () => Estimator>> = {
  playouts: () => cachedEstimator(netEstimator(sharedNet())),
  none: () => everythingLives,
};

const made = new Map<EstimatorName, Estimator>();

/** Reserves the memory that an estimator needs. Throws NoMemoryError. */
export function reserveEstimator(name: EstimatorName): void {
  if (name === 'playouts') sharedPlayer();
  estimatorOf(name);
}

/** The estimator of that name, which is made on first use. */
export function estimatorOf(name: EstimatorName): Estimator {
  const estimator = made.get(name) ?? MAKERS[name]();
  made.set(name, estimator);
  return estimator;
}

/** Every stone not proved dead lives, with an even chance of being right. */
function everythingLives(position: Position, components: Components): Estimate {
  const probability = new Float64Array(components.count);
  for (let c = 0; c < components.count; c++) probability[c] = components.content[c] === EMPTY ? 1 : 0.5;
  return { dead: new Uint8Array(position.stones.length), probability, confidence: 0, unfinished: '' };
}

/** Estimates in the cache, about 3 kB each: archives hold copies of games near each other. */
const CACHE_SIZE = 512;

/** An estimator with its last estimates cached by position. */
export function cachedEstimator(estimator: Estimator, size = CACHE_SIZE): Estimator {
  const known = new Map<string, Estimate>();
  return (position: Position, components: Components, proved?: Proved): Estimate => {
    const key = `${position.width}:${String.fromCharCode(...position.stones)}`;
    const before = known.get(key);
    if (before) return before;
    const estimate = estimator(position, components, proved);
    if (known.size >= size) known.delete(known.keys().next().value!);
    known.set(key, estimate);
    return estimate;
  };
}
