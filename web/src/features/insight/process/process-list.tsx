import { isDeviation } from '@atelier/domain/insight/process.ts';
import { Tag } from '@atelier/ui/feedback/tag.tsx';
import { useTranslation } from 'react-i18next';
import { useStaffFormat } from '../../../lib/session/use-session.ts';
import type { MapProps } from './process-map.tsx';
import type { Arc } from './process-queries.ts';
import { useProcessWords } from './process-words.ts';

/** The same map for a phone: statuses in order, each with the ways that leave it. */
export function ProcessList({ nodes, arcs, bottleneck, openNode, openArc }: MapProps) {
  const { t } = useTranslation('insight');
  const { number } = useStaffFormat();
  const words = useProcessWords();
  const isShown = (id: number) => arcs.some(({ from, to }) => from === id || to === id);
  return (
    <ol className="process-list" data-testid="process-list">
      {nodes
        .filter(({ rma_status_id: id, now }) => now > 0 || isShown(id))
        .map((node) => (
          <li key={node.rma_status_id}>
            <button type="button" className="process-stop flex middle" onClick={() => openNode(node)}>
              <b>{words.status(node.rma_status_id)}</b>
              <span className="num">{number(node.entered)}</span>
              <span className="small muted num">
                {words.days(node.p50_seconds)} · {words.days(node.p85_seconds)}
              </span>
              {node.rma_status_id === bottleneck && <Tag>{t('process.bottleneck')}</Tag>}
            </button>
            <ul>
              {arcs
                .filter(({ from }) => from === node.rma_status_id)
                .map((arc) => (
                  <li key={`${arc.to} ${arc.path}`}>
                    <Way arc={arc} onOpen={() => openArc(arc)} />
                  </li>
                ))}
            </ul>
          </li>
        ))}
    </ol>
  );
}

function Way({ arc, onOpen }: { arc: Arc; onOpen: () => void }) {
  const { number } = useStaffFormat();
  const words = useProcessWords();
  const kind = isDeviation(arc.path) ? 'outside' : arc.path;
  return (
    <button type="button" className={`process-way ${kind} flex middle`} onClick={onOpen}>
      <span aria-hidden className="process-sign">
        {kind === 'back' ? '↩' : kind === 'outside' ? '⇢' : '↓'}
      </span>
      <span>{words.status(arc.to)}</span>
      {kind !== 'step' && <span className="small muted">{words.path(arc.path)}</span>}
      <span className="num">{number(arc.count)}</span>
    </button>
  );
}
