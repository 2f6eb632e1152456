import type { JSX } from 'preact';
import { useLayoutEffect, useMemo, useRef, useState } from 'preact/hooks';
import { Goban, type Map as GobanMap, type Marker } from '@sabaki/shudan';
import '@sabaki/shudan/css/goban.css';
import { BLACK, WHITE } from '../../core/color.js';
import { columnName, type Point } from '../../core/point.js';

/** What a count says of points; one byte a point, as in reports. */
export interface Marks {
  /** 1 where the stone is dead. */
  readonly dead?: Uint8Array | undefined;
  /** As `GameScore.owner`. */
  readonly owner?: Uint8Array | undefined;
  /** 1 where the stone is in seki. */
  readonly seki?: Uint8Array | undefined;
  /** Above 0 where the life of the stone is in doubt. */
  readonly doubtful?: Uint8Array | undefined;
}

export interface BoardProps extends Marks {
  readonly width: number;
  readonly height: number;
  readonly stones: Uint8Array;
  readonly lastMove?: Point | undefined;
  /** The point of a finding. */
  readonly flagged?: Point | undefined;
  readonly onPoint?: ((point: Point) => void) | undefined;
  readonly label: string;
}

/** Vertices beside the board, for the coordinates, the room around them and the border. */
const FRAME = 3.1;

/** A board as wide as its place. */
export function Board(props: BoardProps): JSX.Element {
  const { width, height, onPoint, label } = props;
  const place = useRef<HTMLDivElement>(null);
  const [vertexSize, setVertexSize] = useState(16);
  useLayoutEffect(() => {
    const element = place.current;
    if (!element) return undefined;
    const fit = (): void => {
      const most = Math.min(element.clientWidth / (width + FRAME), (innerHeight * 0.82) / (height + FRAME));
      setVertexSize(Math.max(6, Math.min(64, Math.floor(most))));
    };
    fit();
    const observer = new ResizeObserver(fit);
    observer.observe(element);
    return () => observer.disconnect();
  }, [width, height]);
  const { signMap, paintMap, markerMap, dimmed } = useMemo(
    () => mapsOf(props),
    [props.stones, props.dead, props.owner, props.seki, props.lastMove, props.flagged, props.doubtful],
  );
  return (
    <div class="board" ref={place} role="img" aria-label={label}>
      <Goban
        vertexSize={vertexSize}
        showCoordinates
        coordX={columnName}
        signMap={signMap}
        markerMap={markerMap}
        {...(paintMap ? { paintMap } : {})}
        dimmedVertices={dimmed}
        {...(onPoint ? { onVertexClick: (_event, [x, y]) => onPoint(y * width + x) } : {})}
      />
    </div>
  );
}

function mapsOf(props: BoardProps): {
  readonly signMap: GobanMap<0 | 1 | -1>;
  readonly paintMap: GobanMap<0 | 1 | -1> | undefined;
  readonly markerMap: GobanMap<Marker | null>;
  readonly dimmed: [number, number][];
} {
  const { width, height, stones, dead, owner } = props;
  const rows = <T,>(cell: (point: Point) => T): T[][] =>
    Array.from({ length: height }, (_, y) => Array.from({ length: width }, (_x, x) => cell(y * width + x)));
  const dimmed: [number, number][] = [];
  for (let point = 0; dead && point < dead.length; point++) {
    if (dead[point] === 1) dimmed.push([point % width, Math.floor(point / width)]);
  }
  return {
    signMap: rows((point) => sign(stones[point])),
    paintMap: owner && rows((point) => paint(owner[point])),
    markerMap: rows((point) => markerOf(props, point)),
    dimmed,
  };
}

/** Every meaning has a shape of its own, and the shape says which: nothing rests on color. */
function markerOf(
  { dead, owner, seki, doubtful, lastMove, flagged }: BoardProps,
  point: Point,
): Marker | null {
  if (point === flagged) return { type: 'triangle' };
  const isDead = dead?.[point] === 1;
  if ((doubtful?.[point] ?? 0) > 0) return { type: 'label', label: isDead ? '×?' : '?' };
  // A star point is a dot, so that dame is none.
  if (isDead || owner?.[point] === 3) return { type: 'cross' };
  if ((owner?.[point] ?? 0) > 5) return { type: 'label', label: '+' };
  if (seki?.[point] === 1) return { type: 'square' };
  return point === lastMove ? { type: 'circle' } : null;
}

/** What the marks of a counted board mean; only those that occur. */
export function legendOf({ dead, owner, seki, doubtful }: Marks): string {
  return [
    dead?.includes(1) ? '× on a stone: dead' : '',
    doubtful?.some((doubt) => doubt > 0) ? '?: life in doubt' : '',
    seki?.includes(1) ? '□: in seki' : '',
    owner?.includes(3) ? '× on a point: dame' : '',
    owner?.some((whose) => whose > 5) ? '+ on a point: to be filled by its owner' : '',
    'shaded points count for their color',
  ]
    .filter((words) => words !== '')
    .join(' · ');
}

function sign(content: number | undefined): 0 | 1 | -1 {
  if (content === BLACK) return 1;
  return content === WHITE ? -1 : 0;
}

/** Points in seki are painted as those of their owner. */
function paint(owner: number | undefined): 0 | 1 | -1 {
  if (owner === undefined || owner === 0 || owner === 3) return 0;
  return owner === 1 || owner === 4 || owner === 6 ? 1 : -1;
}
