import { BLACK, type Color, colorOf, type Stone, WHITE } from '../../core/color.js';
import { finding, type Finding } from '../../core/findings/finding.js';
import type { Life } from '../../go/life/life.js';
import { withThreatenedBentFours } from '../../go/life/shapes.js';
import type { GameRecord } from '../record/record.js';
import { passLedger, stonesGiven, type Played } from '../replay/replayed.js';
import { type Counting, type Ruleset, tiesFor } from '../../go/rules/ruleset.js';
import { type ConventionName, conventionsOf, isOpenEnd } from './conventions.js';
import {
  finalHalves,
  inferredCounting,
  suggestingKomi,
  marginsUnder,
  methodOf,
  settleKomi,
  winnerOf,
  AREA_KOMI,
  type Method,
} from './margins.js';
import { appliedConventions, chargedHalves, isCharged, protectionIn } from './protective-moves.js';
import type { GameScore, LifeCounts, ScoreBasis, SideCount } from './score-types.js';
import { countTerritory, type Territory } from './territory.js';
import { MARGIN_RIGHT } from '../../go/life/calibration.js';
import { chanceByTrees } from '../../go/life/confidence.js';

export interface ScoreOptions {
  /** Komi to use instead of the file's, in half points. */
  readonly komiHalves?: number;
  /** Counting to use instead of the ruleset's first. */
  readonly counting?: Counting;
  /** Conventions of the server that apply (default: all of the record's origin). */
  readonly conventions?: ReadonlySet<ConventionName>;
}

/**
 * Scores a finished game under a ruleset. `stones` is the final board, one byte per point (`y * width + x`).
 * Without a ruleset both countings are given, no compensation is guessed, and the result takes the counting that the komi suggests.
 * RE is never read. A protective move that the record's server charges is in `resultHalves` only. Where the rules decide without
 * judging life (`decisionByRule`), every stone is alive; under area rules a bent four beside a seki is in doubt.
 * Findings: `internal/fault` if the identities of RULES 4.1 fail. Not checked: whether the game is finished.
 */
export function scoreGame(
  record: GameRecord,
  replay: Played,
  stones: Uint8Array,
  judged: Life,
  ruleset: Ruleset | undefined,
  options: ScoreOptions,
): GameScore {
  const decision = decisionByRule(ruleset, replay, isAgreed(judged));
  const isDecided = decision !== undefined;
  const agreed = isDecided ? everyStoneAlive(judged, decision) : judged;
  const conventions = options.conventions ?? conventionsOf(record);
  const counts = countBothWays(record, replay, stones, judged, decision, conventions);
  const { black, white, territory, otherwise } = counts;
  const isPlayedOut = ruleset?.countings.includes('area') === true && !isDecided;
  const life =
    isPlayedOut && territory.hasSeki
      ? withThreatenedBentFours({ width: record.width, height: record.height, stones }, agreed)
      : agreed;
  const komi = settleKomi(record, ruleset, counts.basis, options.komiHalves);
  const margins = marginsUnder(counts.basis, ruleset);
  const counting = ruleset
    ? methodOf(ruleset, options.counting)
    : (options.counting ?? inferredCounting(conventions, suggestingKomi(record, komi.halves)));
  // Where passes cost stones as well, a protective move costs nothing.
  const areMovesCharged = counting === 'territory' && ruleset?.passStones !== true && !isDecided;
  const { moves, charge } = protectionIn(counts.byLife, judged, record, conventions, areMovesCharged);
  const basis = withOther({ ...counts.basis, charge }, otherwise);
  const applied = counting === 'territory' ? appliedConventions(record, basis, ruleset) : [];
  const resultHalves =
    finalHalves(basis, margins, counting, komi.halves) + chargedHalves({ conventions: applied });
  const score: GameScore = {
    black,
    white,
    dame: territory.dame,
    ...(territory.dameInSeki > 0 && { dameInSeki: territory.dameInSeki }),
    komiSource: komi.source,
    inferredCounting: ruleset === undefined && options.counting === undefined,
    counting,
    resultAreaHalves: finalHalves(basis, margins, 'area', komi.halves),
    resultTerritoryHalves: finalHalves(basis, margins, 'territory', komi.halves),
    basis,
    komiHalves: komi.halves,
    resultHalves,
    protectiveMoves: moves,
    ...(decision === 'unless-agreed' &&
      otherwise && {
        agreedHalves: agreedHalves({ ...counts.basis, ...otherwise() }, ruleset, counting, komi.halves),
      }),
    life,
    owner: territory.owner,
    ...margins,
    winner: winnerOf(basis, counting, resultHalves, ruleset ? tiesFor(ruleset, basis.handicap) : 'jigo'),
    conventions: applied,
    confidence: 1,
    findings: checkIdentities(basis),
  };
  const judgedBy = (): number => marginConfidence(life, record, score);
  return { ...score, confidence: confidenceIn(decision, otherwise !== undefined, judgedBy) };
}

/** The margin of a count that the players could have agreed on. */
function agreedHalves(
  basis: ScoreBasis,
  ruleset: Ruleset | undefined,
  counting: Method,
  komiHalves: number,
): number {
  return finalHalves(basis, marginsUnder(basis, ruleset), counting, komiHalves);
}

/** A board counted as it was decided; `otherwise`: by the other decision, if any stone was judged dead; `byLife`: with the dead off. */
interface BothCounts extends GameCount {
  readonly otherwise: (() => LifeCounts) | undefined;
  readonly byLife: Pick<GameCount, 'territory' | 'basis'>;
}

/** Few scores need the other count: it is made when it is first asked for. */
function countBothWays(
  record: GameRecord,
  replay: Played,
  stones: Uint8Array,
  judged: Life,
  decision: LifeDecision | undefined,
  conventions: ReadonlySet<ConventionName>,
): BothCounts {
  const alive = everyStoneAlive(judged, 'by-rule');
  const [own, other] = decision === undefined ? [judged, alive] : [alive, judged];
  const hasDead = judged.unfinished === '' && judged.dead.includes(1);
  const counted = countGame(record, replay, stones, own.dead, conventions, own.unmarked);
  const basis: ScoreBasis = {
    ...counted.basis,
    isAsItStands: decision !== undefined,
    isAgreed: isAgreed(judged),
  };
  const numbers = numbersOf(replay);
  let turned: SidesCount | undefined;
  const count = (): SidesCount =>
    (turned ??= countSides(numbers, record, stones, other.dead, conventions, other.unmarked));
  return {
    ...counted,
    basis,
    otherwise: hasDead ? () => count().life : undefined,
    byLife: { territory: (decision !== undefined && hasDead ? count() : counted).territory, basis },
  };
}

/** A basis with the counts by the other decision, which are made when they are first read. */
function withOther(basis: ScoreBasis, otherwise: (() => LifeCounts) | undefined): ScoreBasis {
  return otherwise ? Object.defineProperty(basis, 'otherwise', { enumerable: true, get: otherwise }) : basis;
}

/**
 * Checks a count against identities (I) and (II) of RULES 4.1: area less territory is Black's stones put on the board less White's,
 * and with pass stones it is the setup and the moves made. They hold for every recorded game and every choice of dead stones,
 * so that a failure is a fault of the program: finding `internal/fault`. Returns nothing when they hold.
 */
export function checkIdentities(basis: ScoreBasis): readonly Finding[] {
  const found: Finding[] = [];
  const difference = basis.area - basis.territory;
  const first = basis.putBlack - basis.putWhite;
  if (difference !== first) found.push(fault('A - T', difference, first));
  const given = stonesGiven(basis.ledger, true);
  const withPassStones = basis.territory + given.white - given.black;
  const movesBlack = basis.putBlack + given.black;
  const movesWhite = basis.putWhite + given.white;
  if (basis.area - withPassStones !== movesBlack - movesWhite) {
    found.push(fault("A - T'", basis.area - withPassStones, movesBlack - movesWhite));
  }
  return found;
}

function fault(what: string, is: number, expected: number): Finding {
  return finding('internal/fault', {
    what: `${what} is ${String(is)} and should be ${String(expected)}`,
  });
}

/** Every stone stays: by rule alone, or only because the record shows no agreement on dead ones. */
type LifeDecision = 'by-rule' | 'unless-agreed';

/**
 * Whether the rules decide a game without a judgement of which stones are dead: enough passes to make every stone alive failing
 * agreement (AGA 10), which marks or the user's dead stones (`areAgreed`) show; rules that never take a stone off (Tromp-Taylor), the
 * second stop under rules that remove nothing after the first, or a first capture that won.
 */
export function decisionByRule(
  ruleset: Ruleset | undefined,
  {
    trailingPasses,
    resumedAfter,
    firstCapture,
  }: Pick<Played, 'trailingPasses' | 'resumedAfter' | 'firstCapture'>,
  areAgreed: boolean,
): LifeDecision | undefined {
  if (!ruleset) return undefined;
  const { passesAllAlive, passesToEnd, scoring, secondStopAllAlive = false } = ruleset;
  if (ruleset.deadStones === 'stay') return 'by-rule';
  if (scoring === 'first-capture') return firstCapture === undefined ? undefined : 'by-rule';
  const isLastStop = passesAllAlive > 0 && trailingPasses >= passesAllAlive;
  if (!secondStopAllAlive) return isLastStop && !areAgreed ? 'unless-agreed' : undefined;
  return isLastStop || Math.min(resumedAfter, trailingPasses) >= passesToEnd ? 'by-rule' : undefined;
}

/** Whether the players' marks, the user or a referee say which stones are dead. */
export function isAgreed({ source }: Life): boolean {
  return source === 'marked' || source === 'given';
}

/** Chance that stones which look dead after a second pair of passes stayed on the board: assumed, as no such records were found. */
const STAYED = 0.5;

/** The confidence in a margin that the rules decide; `differs`: it would be another if the stones judged dead came off. */
function confidenceIn(decision: LifeDecision | undefined, differs: boolean, judged: () => number): number {
  if (decision === 'by-rule') return 1;
  return decision === 'unless-agreed' && differs ? Math.min(STAYED, judged()) : judged();
}

/** A judged board with every stone alive: nothing is unfinished, and by rule alone nothing is unsure. */
export function everyStoneAlive(life: Life, decision: LifeDecision): Life {
  const isSure = decision === 'by-rule';
  const { confidenceFeatures: _features, mostConfidence: _most, unmarked: _unmarked, ...rest } = life;
  return {
    ...(isSure ? { ...rest, source: 'proved', confidence: 1 } : life),
    dead: new Uint8Array(life.dead.length),
    seki: new Uint8Array(life.seki.length),
    ownership: undefined,
    chains: life.chains.map((chain) => {
      if (isSure) return { ...chain, dead: false, source: 'proved', probability: 1 };
      return chain.dead ? { ...chain, dead: false, probability: STAYED } : chain;
    }),
    unfinished: '',
    findings: life.findings.filter(({ code }) => code !== 'dead/uncertain'),
  };
}

function lifeCountsOf({ area, territory, sekiPoints, deadInSeki, fills, tax }: LifeCounts): LifeCounts {
  return { area, territory, sekiPoints, deadInSeki, fills, tax };
}

/** The basis of the same game as a ruleset decides it: with the stones judged dead off the board, or every stone on it. */
export function basisUnder(basis: ScoreBasis, ruleset: Ruleset): ScoreBasis {
  const isAsItStands = decisionByRule(ruleset, basis, basis.isAgreed) !== undefined;
  if (isAsItStands === basis.isAsItStands) return basis;
  const turned = basis.otherwise && { ...basis.otherwise, otherwise: lifeCountsOf(basis) };
  return { ...basis, ...turned, isAsItStands };
}

/** A final board counted both ways, before any ruleset is applied. */
export interface GameCount {
  readonly black: SideCount;
  readonly white: SideCount;
  readonly territory: Territory;
  readonly basis: ScoreBasis;
}

/**
 * Counts a final board (`stones`, `dead`: one byte per point, `y * width + x`) with the prisoners and passes of its replay.
 * Margins are Black minus White in points, before komi and compensation. `unmarked`: points that the players' marks leave out.
 * Not checked: whether `dead` is right, whether the game is finished.
 */
export function countGame(
  record: GameRecord,
  replay: Played,
  stones: Uint8Array,
  dead: Uint8Array,
  conventions: ReadonlySet<ConventionName> = conventionsOf(record),
  unmarked?: Uint8Array,
): GameCount {
  const { width, height, handicap } = record;
  const { black, white, territory, life } = countSides(
    numbersOf(replay),
    record,
    stones,
    dead,
    conventions,
    unmarked,
  );
  const basis: ScoreBasis = {
    ...life,
    fillsCount: conventions.has('points-to-fill'),
    sekiCounts: conventions.has('seki-points'),
    putBlack: replay.playsBlack + replay.setupBlack,
    putWhite: replay.playsWhite + replay.setupWhite,
    setup: replay.setupBlack - replay.setupWhite,
    ledger: passLedger(record, replay),
    handicap: handicap.stones === 0 && handicap.declared === 1 ? 1 : handicap.stones,
    year: record.year,
    firstPass: firstPassOf(replay),
    lastPlay: replay.lastPlay,
    firstCapture: replay.firstCapture,
    isAsItStands: false,
    isAgreed: false,
    trailingPasses: replay.trailingPasses,
    resumedAfter: replay.resumedAfter,
    stones,
    width,
    height,
  };
  return { black, white, territory, basis };
}

/** What a count takes from the replay: numbers, as its board is another game's when the other count is made. */
type PlayedNumbers = Record<'prisonersBlack' | 'prisonersWhite' | 'passesBlack' | 'passesWhite', number>;

function numbersOf({ board, passesBlack, passesWhite }: Played): PlayedNumbers {
  const { prisonersBlack, prisonersWhite } = board;
  return { prisonersBlack, prisonersWhite, passesBlack, passesWhite };
}

interface SidesCount extends Pick<GameCount, 'black' | 'white' | 'territory'> {
  readonly life: LifeCounts;
}

function countSides(
  numbers: PlayedNumbers,
  { width, height }: Pick<GameRecord, 'width' | 'height'>,
  stones: Uint8Array,
  dead: Uint8Array,
  conventions: ReadonlySet<ConventionName>,
  unmarked: Uint8Array | undefined,
): SidesCount {
  const falseEyes = conventions.has('points-to-fill') ? 'eyes' : 'none';
  const territory = countTerritory(stones, dead, width, height, falseEyes, unmarked);
  const onBoard = [0, 0, 0];
  const off = [0, 0, 0];
  for (let p = 0; p < stones.length; p++) {
    const content = stones[p]!;
    onBoard[content]!++;
    if (dead[p] !== 0) off[content]!++;
  }
  const side = (color: Stone, name: 'Black' | 'White'): SideCount => {
    const { territory: points, sekiPoints, fills } = territory[colorOf(color)];
    return {
      stones: onBoard[color]!,
      dead: off[color]!,
      territory: points,
      sekiPoints,
      fills,
      prisoners: numbers[`prisoners${name}`],
      passes: numbers[`passes${name}`],
    };
  };
  const black = side(BLACK, 'Black');
  const white = side(WHITE, 'White');
  const life: LifeCounts = {
    area: areaOf(black) - areaOf(white),
    territory:
      black.territory + black.prisoners + white.dead - (white.territory + white.prisoners + black.dead),
    sekiPoints: black.sekiPoints - white.sekiPoints,
    deadInSeki: territory.white.deadInSeki - territory.black.deadInSeki,
    fills: black.fills - white.fills,
    tax: territory.black.tax - territory.white.tax,
  };
  return { black, white, territory, life };
}

function areaOf(side: SideCount): number {
  return side.stones - side.dead + side.territory;
}

/** Without recorded passes the opponent of the last play passes first. */
function firstPassOf(replay: Played): Color {
  return replay.firstTrailingPass ?? (replay.lastPlay === 'black' ? 'white' : 'black');
}

/**
 * What a conversion of a declared margin needs, where life could not be judged: stones, passes and handicap.
 * Its margins are those of a board without dead stones and without seki; only differences between rulesets mean anything.
 */
export function playBasis(record: GameRecord, replay: Played, stones: Uint8Array): ScoreBasis {
  const { basis } = countGame(record, replay, stones, new Uint8Array(stones.length));
  return { ...basis, sekiPoints: 0, deadInSeki: 0, fills: 0, tax: 0 };
}

/** Confidence from which a margin counts as sure. */
export const SURE = 0.9;

/** Confidence from which a winner that a single point would change counts as sure. */
const SURE_OF_ONE_POINT = 0.97;

/** Leads up to this, in half points, depend on one point. */
const ONE_POINT = 2;

/**
 * Whether a count is sure enough of its winner to doubt a record or a table that names another. Of counts that are off by one point,
 * nine in ten still name the right winner, but not those with a lead of one point.
 */
export function isSureOfWinner({
  confidence,
  resultHalves,
}: Pick<GameScore, 'confidence' | 'resultHalves'>): boolean {
  return confidence >= (Math.abs(resultHalves) <= ONE_POINT ? SURE_OF_ONE_POINT : SURE);
}

/** More points to fill than this add no information. */
const MAX_FILLS = 4;

/** Chains less sure than these count as doubtful and as not quite sure. */
const DOUBTFUL_CHAIN = 0.95;
const SURE_CHAIN = 0.98;

/** Moves per unit of the feature, to scale it like the others. */
const MOVES = 100;

/** Features of a scored game besides those of its position, as `MARGIN_RIGHT` orders them; small trees find the products late. */
export function circumstancesOf(record: GameRecord, score: GameScore, life: Life): number[] {
  const { origin } = record;
  const { black, white, protectiveMoves } = score;
  const [isKorean, isFox, isTygem] = (['korean-news', 'fox', 'tygem'] as const).map((name) =>
    origin === name ? 1 : 0,
  ) as [number, number, number];
  const seki = black.sekiPoints + white.sekiPoints;
  const fills = black.fills + white.fills;
  const someFills = Math.min(fills, MAX_FILLS);
  const difference = Math.log1p(Math.abs(score.resultAreaHalves - score.resultTerritoryHalves) / 2);
  const charged = protectiveMoves.filter(isCharged).length;
  const unsure = life.chains.filter((c) => c.source !== 'proved' && c.probability < SURE_CHAIN);
  const doubtful = unsure.filter((c) => c.probability < DOUBTFUL_CHAIN).length;
  return [
    Math.log1p(seki),
    score.komiSource === 'assumed' ? 1 : 0,
    score.inferredCounting ? 1 : 0,
    score.counting === 'area' ? 1 : 0,
    record.handicap.stones > 1 ? 1 : 0,
    difference,
    score.dame & 1,
    score.basis.trailingPasses > 1 ? 1 : 0,
    isKorean,
    isFox,
    isTygem,
    someFills,
    Math.log1p(seki - fills),
    protectiveMoves.length,
    charged,
    Math.log1p(Math.abs(score.resultHalves) / 2),
    isKorean === 1 && score.komiHalves === AREA_KOMI ? 1 : 0,
    (isFox + isKorean) * protectiveMoves.length,
    isTygem * charged,
    isTygem * someFills,
    (isFox + isKorean) * someFills,
    isKorean * difference,
    Math.log1p(doubtful),
    (score.basis.putBlack + score.basis.putWhite) / MOVES,
    unsure.length,
    Math.log1p(Math.max(0, ...unsure.map(({ stones }) => stones))),
    Math.log1p(unsure.reduce((sum, c) => sum + (c.dead ? c.stones * (1 - c.probability) : 0), 0)),
    isOpenEnd(origin, score.basis.trailingPasses, score.dame) ? score.dame : 0,
  ];
}

/**
 * Chance that the margin is what the players counted: that every chain is judged right, and that no convention differs
 * from the count. Fitted on the tuning half of the counted games; without an estimate, the confidence of `life`.
 */
export function marginConfidence(life: Life, record: GameRecord, score: GameScore): number {
  if (!life.confidenceFeatures) return life.confidence;
  const features = [...life.confidenceFeatures, ...circumstancesOf(record, score, life)];
  return Math.min(chanceByTrees(MARGIN_RIGHT, features), life.mostConfidence ?? 1);
}
