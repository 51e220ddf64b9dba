import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useStaffFormat } from '../../lib/session/use-session.ts';
import { ListRow } from '../../shared/paged-table/paged-table.tsx';
import { Cluster } from '@atelier/ui/layout/cluster.tsx';
import { Tag } from '@atelier/ui/feedback/tag.tsx';
import type { FeedLine } from './feed-groups.ts';
import { FeedRow } from './feed-row.tsx';
import type { FeedEntry } from './queries.ts';
import { useMoments } from './use-moments.ts';

/** A fold keeps its place while newer messages join it. */
export function lineKey(line: FeedLine): string {
  if (line.kind === 'day') return line.day;
  const oldest = line.kind === 'event' ? line.entry : line.entries.at(-1);
  return String(oldest?.position);
}

interface FeedLineRowProps {
  readonly line: FeedLine;
  readonly onPerson: (id: number) => void;
}

/** One line of the feed: a day, an event, or folded messages. */
export function FeedLineRow({ line, onPerson }: FeedLineRowProps) {
  const { dayTitle } = useMoments();
  if (line.kind === 'event') return <FeedRow entry={line.entry} onPerson={onPerson} />;
  if (line.kind === 'messages') return <Messages entries={line.entries} onPerson={onPerson} />;
  return (
    <li className="audit-day" data-testid={`audit-day-${line.day}`}>
      <h3>{dayTitle(line.at)}</h3>
    </li>
  );
}

interface MessagesProps {
  readonly entries: readonly FeedEntry[];
  readonly onPerson: (id: number) => void;
}

/** Messages about one RMA that follow each other, as one row that opens. */
function Messages({ entries, onPerson }: MessagesProps) {
  const { t } = useTranslation('audit');
  const { number } = useStaffFormat();
  const { time } = useMoments();
  const [isOpen, setOpen] = useState(false);
  const [newest] = entries;
  if (newest === undefined) return null;
  return (
    <>
      <ListRow className="audit-row" testId={`audit-messages-${newest.position}`}>
        <time className="num strong" dateTime={newest.recorded_at}>
          {time(newest.recorded_at)}
        </time>
        <Cluster gap={8}>
          <Tag>{t('kind.message')}</Tag>
          <button
            type="button"
            className="audit-link strong"
            aria-expanded={isOpen}
            onClick={() => setOpen(!isOpen)}
          >
            {t('feed.messages', { number: number(entries.length) })}
          </button>
          <bdi className="num">{newest.subject}</bdi>
        </Cluster>
      </ListRow>
      {isOpen && entries.map((entry) => <FeedRow key={entry.position} entry={entry} onPerson={onPerson} />)}
    </>
  );
}
