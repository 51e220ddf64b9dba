import { isDeviation } from '@atelier/domain/insight/process.ts';
import { isStatusId, phaseOf } from '@atelier/domain/shared/status.ts';
import { type KeyboardEvent, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useStaffFormat } from '../../../lib/session/use-session.ts';
import {
  courseOf,
  curveOf,
  drawn,
  LANES,
  linesOf,
  MAP,
  middleOf,
  mirrored,
  NODE,
  placeOf,
  thicknessOf,
  type Curve,
} from './layout.ts';
import type { Arc, Node } from './process-queries.ts';
import { useProcessWords } from './process-words.ts';

export interface MapProps {
  readonly nodes: readonly Node[];
  readonly arcs: readonly Arc[];
  readonly bottleneck: number | null;
  readonly openNode: (node: Node) => void;
  readonly openArc: (arc: Arc) => void;
}

/** Statuses in the order of the state table, and the ways between them. One tab stop; arrow keys go from mark to mark. */
export function ProcessMap({ nodes, arcs, bottleneck, openNode, openArc }: MapProps) {
  const { t, i18n } = useTranslation('insight');
  const isRtl = i18n.dir() === 'rtl';
  const marks = useMarks(nodes.length + arcs.length);
  const most = Math.max(0, ...arcs.map(({ count }) => count));
  return (
    <svg
      className="process-map figure-drawing"
      viewBox={`0 0 ${MAP.width} ${MAP.height}`}
      role="group"
      aria-label={t('process.title')}
    >
      <Patterns />
      <Lanes isRtl={isRtl} />
      {arcs.toReversed().map((arc) => (
        <ArcMark
          key={`${arc.from} ${arc.to} ${arc.path}`}
          {...{ arc, most, isRtl }}
          mark={marks.of(nodes.length + arcs.indexOf(arc), () => openArc(arc))}
        />
      ))}
      {nodes.map((node, index) => (
        <NodeMark
          key={node.rma_status_id}
          {...{ node, isRtl }}
          isBottleneck={node.rma_status_id === bottleneck}
          mark={marks.of(index, () => openNode(node))}
        />
      ))}
    </svg>
  );
}

const STEPS: Readonly<Record<string, number>> = { ArrowRight: 1, ArrowDown: 1, ArrowLeft: -1, ArrowUp: -1 };

/** What a mark needs to be reached and opened by keys; the last one that had the focus is the tab stop. */
function useMarks(count: number) {
  const [current, setCurrent] = useState(0);
  const onKeyDown = (event: KeyboardEvent<SVGElement>, index: number, open: () => void) => {
    const step = STEPS[event.key];
    if (step === undefined && event.key !== 'Enter' && event.key !== ' ') return;
    event.preventDefault();
    if (step === undefined) return open();
    const next = (index + step + count) % count;
    event.currentTarget.ownerSVGElement?.querySelector<SVGElement>(`[data-mark="${next}"]`)?.focus();
  };
  const of = (index: number, open: () => void) => ({
    role: 'button',
    tabIndex: index === Math.min(current, count - 1) ? 0 : -1,
    'data-mark': index,
    onFocus: () => setCurrent(index),
    onClick: open,
    onKeyDown: (event: KeyboardEvent<SVGElement>) => onKeyDown(event, index, open),
  });
  return { of };
}
type Mark = ReturnType<ReturnType<typeof useMarks>['of']>;

function Patterns() {
  return (
    <defs>
      {(['step', 'back', 'outside'] as const).map((kind) => (
        <marker
          key={kind}
          id={`process-end-${kind}`}
          className={`process-end ${kind}`}
          viewBox="0 0 8 8"
          refX={6}
          refY={4}
          markerWidth={8}
          markerHeight={8}
          markerUnits="userSpaceOnUse"
          orient="auto"
        >
          <path d="M0,0L8,4L0,8z" />
        </marker>
      ))}
      <pattern
        id="process-most"
        width={7}
        height={7}
        patternUnits="userSpaceOnUse"
        patternTransform="rotate(45)"
      >
        <rect width={7} height={7} className="process-most-ground" />
        <rect width={1.5} height={7} className="process-most-line" />
      </pattern>
    </defs>
  );
}

function Lanes({ isRtl }: { isRtl: boolean }) {
  const { t } = useTranslation('status');
  const { x } = mirrored({ x: MAP.width / 2 - 60, y: 0 }, isRtl);
  return LANES.map(({ phase, from, to }) => (
    <g key={phase} aria-hidden>
      <rect className={`process-lane ${phase}`} y={from} width={MAP.width} height={to - from} />
      <text className="process-lane-name" x={x} y={from + 24} textAnchor="middle">
        {t(`phase.${phase}`)}
      </text>
    </g>
  ));
}

interface ArcMarkProps {
  readonly arc: Arc;
  readonly most: number;
  readonly isRtl: boolean;
  readonly mark: Mark;
}

const kindOf = (path: Arc['path']) => (isDeviation(path) ? 'outside' : path === 'back' ? 'back' : 'step');

function ArcMark({ arc, most, isRtl, mark }: ArcMarkProps) {
  const words = useProcessWords();
  if (!isStatusId(arc.from) || !isStatusId(arc.to)) return null;
  const [a, b, c, d] = curveOf(arc.from, arc.to, arc.path);
  const flip = (point: Curve[number]) => mirrored(point, isRtl);
  const curve: Curve = [flip(a), flip(b), flip(c), flip(d)];
  const kind = kindOf(arc.path);
  return (
    <g className={`process-arc ${kind}`} data-testid="process-arc">
      <title>{words.ofArc(arc)}</title>
      <g className="process-mark" aria-label={words.ofArc(arc)} {...mark}>
        <path className="process-reach" d={drawn(curve)} />
        <path
          className="process-line"
          d={drawn(curve)}
          strokeWidth={thicknessOf(arc.count, most)}
          markerEnd={`url(#process-end-${kind})`}
        />
      </g>
      <ArcLabel arc={arc} kind={kind} curve={curve} isRtl={isRtl} />
    </g>
  );
}

interface ArcLabelProps extends Pick<ArcMarkProps, 'arc' | 'isRtl'> {
  readonly kind: ReturnType<typeof kindOf>;
  readonly curve: Curve;
}

/** P50 and P85 in days beside a straight step; how many moves on a curve. */
function ArcLabel({ arc, kind, curve, isRtl }: ArcLabelProps) {
  const { number } = useStaffFormat();
  const { days } = useProcessWords();
  const { x, y } = middleOf(curve);
  const course = kind === 'step' ? courseOf(curve) : 'curved';
  const [p50, p85] = [days(arc.p50_seconds), days(arc.p85_seconds)];
  if (course === 'across')
    return (
      <text aria-hidden className="process-count" textAnchor="middle">
        <tspan className="process-p50" x={x} y={y - 11}>
          {p50}
        </tspan>
        <tspan x={x} y={y + 19}>
          {p85}
        </tspan>
      </text>
    );
  if (course === 'down')
    return (
      <text
        className="process-count"
        x={x + (isRtl ? -11 : 11)}
        y={y + 4}
        textAnchor={isRtl ? 'end' : 'start'}
      >
        <tspan className="process-p50">{p50}</tspan> · {p85}
      </text>
    );
  return (
    <text aria-hidden className="process-count" x={x} y={y + 4} textAnchor="middle">
      {kind === 'back' && '↩ '}
      {number(arc.count)}
    </text>
  );
}

interface NodeMarkProps {
  readonly node: Node;
  readonly isBottleneck: boolean;
  readonly isRtl: boolean;
  readonly mark: Mark;
}

const LINE = 13;

function NodeMark({ node, isBottleneck, isRtl, mark }: NodeMarkProps) {
  const { t } = useTranslation('insight');
  const { number } = useStaffFormat();
  const words = useProcessWords();
  if (!isStatusId(node.rma_status_id)) return null;
  const { x, y } = mirrored(placeOf(node.rma_status_id), isRtl);
  const name = linesOf(words.status(node.rma_status_id));
  const top = y - (name.length * LINE) / 2 + 4;
  const state = isBottleneck ? ' most' : node.entered + node.now === 0 ? ' none' : '';
  const label = words.ofNode(node) + (isBottleneck ? `. ${t('process.bottleneck')}` : '');
  return (
    <g
      className={`process-node ${phaseOf(node.rma_status_id)}${state}`}
      data-testid={`process-node-${node.rma_status_id}`}
    >
      <title>{label}</title>
      <g className="process-mark" aria-label={label} {...mark}>
        <rect x={x - NODE.width / 2} y={y - NODE.height / 2} width={NODE.width} height={NODE.height} rx={8} />
      </g>
      {isBottleneck && (
        <text aria-hidden className="process-most-name" x={x} y={y - NODE.height / 2 - 7} textAnchor="middle">
          {t('process.bottleneck')}
        </text>
      )}
      {name.map((line, index) => (
        <text
          key={line}
          aria-hidden
          className="process-name"
          x={x}
          y={top + index * LINE}
          textAnchor="middle"
        >
          {line}
        </text>
      ))}
      <text
        aria-hidden
        className="process-entered"
        x={x}
        y={top + name.length * LINE + 2}
        textAnchor="middle"
      >
        {number(node.entered)}
      </text>
    </g>
  );
}
