import { useTranslation } from 'react-i18next';
import { useStaffFormat } from '../../../lib/session/use-session.ts';
import type { Arc, Node } from './process-queries.ts';

const DAY_SECONDS = 86_400;

/** Names and times of the map, the same in the drawing, its list and its tables. */
export function useProcessWords() {
  const { t } = useTranslation(['insight', 'status']);
  const { number, ageLong } = useStaffFormat();
  const span = (seconds: number | null) => (seconds === null ? '–' : ageLong(seconds * 1000));
  const days = (seconds: number | null) =>
    seconds === null ? '–' : number(Math.round((10 * seconds) / DAY_SECONDS) / 10);
  const status = (id: number) => t(`status:name.${id}`);
  const times = ({ p50_seconds, p85_seconds }: Pick<Arc, 'p50_seconds' | 'p85_seconds'>) => ({
    p50: span(p50_seconds),
    p85: span(p85_seconds),
  });
  return {
    span,
    days,
    status,
    path: (path: Arc['path']) => t(`insight:process.path.${path}`),
    ofNode: (node: Node) =>
      t('insight:process.node', {
        status: status(node.rma_status_id),
        entered: number(node.entered),
        now: number(node.now),
        ...times(node),
      }),
    ofArc: (arc: Arc) =>
      t('insight:process.arc', {
        from: status(arc.from),
        to: status(arc.to),
        path: t(`insight:process.path.${arc.path}`),
        count: arc.count,
        shown: number(arc.count),
        ...times(arc),
      }),
  };
}
