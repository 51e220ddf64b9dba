import { useTranslation } from 'react-i18next';
import { Panel } from '@atelier/ui/layout/panel.tsx';
import { EmptyState } from '@atelier/ui/feedback/states.tsx';
import { Tag } from '@atelier/ui/feedback/tag.tsx';
import { useWash } from '@atelier/ui/feedback/use-wash.ts';
import { useStaffFormat } from '../../../lib/session/use-session.ts';
import type { RowOf } from '../queries.ts';

/** What needs attention first: on a phone the last ones are scrolled to. */
const COUNTS = ['failed', 'active', 'waiting', 'delayed', 'completed'] as const;

/** The name of a queue; one of a later release stands by its own. */
export function useQueueName(): (queue: string) => string {
  const { t } = useTranslation('jobs');
  return (queue) => t(`queue.${queue}`, queue);
}

/** Every queue there is, with what waits in it. */
export function QueuesPanel({ queues, isDown }: { queues: readonly RowOf<'queue'>[]; isDown: boolean }) {
  const { t } = useTranslation('jobs');
  const sorted = queues.toSorted((a, b) => a.queue.localeCompare(b.queue));
  return (
    <Panel title={t('queues')} testId="queues">
      {queues.length === 0 && !isDown && <EmptyState title={t('noQueues')} />}
      {queues.length > 0 && (
        <div className="queue-scroll">
          <table className="queue-table">
            <thead>
              <tr>
                <th scope="col">{t('name')}</th>
                {COUNTS.map((count) => (
                  <th key={count} scope="col" className="num">
                    {t(`count.${count}`)}
                  </th>
                ))}
              </tr>
            </thead>
            <tbody>
              {sorted.map((queue) => (
                <QueueRow key={queue.id} queue={queue} />
              ))}
            </tbody>
          </table>
        </div>
      )}
    </Panel>
  );
}

function QueueRow({ queue }: { queue: RowOf<'queue'> }) {
  const { t } = useTranslation('jobs');
  const { number } = useStaffFormat();
  const isFresh = useWash(queue.version);
  return (
    <tr className={isFresh ? 'washed' : undefined} data-testid={`queue-${queue.queue}`}>
      <th scope="row">
        {useQueueName()(queue.queue)} {queue.paused && <Tag>{t('paused')}</Tag>}
      </th>
      {COUNTS.map((count) => (
        <td key={count} className="num" data-count={count} data-some={queue[count] > 0 || undefined}>
          {number(queue[count])}
        </td>
      ))}
    </tr>
  );
}
