import type { CallClient } from '@atelier/contracts/repair/call-list-schema.ts';
import { useQuery } from '@tanstack/react-query';
import { Mail, MessageSquareText, Phone, PhoneMissed, type LucideIcon } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import { Panel } from '@atelier/ui/layout/panel.tsx';
import { readQuery } from '../../../lib/api/read-query.ts';
import { useStaffFormat } from '../../../lib/session/use-session.ts';
import { PieceCell } from '../../../shared/item/piece-cells.tsx';
import { PieceImage } from '../../../shared/item/piece-image.tsx';
import { useLanguageName } from '../../../shared/language/language-name.ts';
import { Link } from 'react-router-dom';

interface Line {
  readonly key: string;
  readonly at: string;
  readonly words: string;
  readonly note: string;
  readonly Icon: LucideIcon;
}

const MOST_SHOWN = 8;
const SENT = 'sent';
const RECEIVED = 'received';

/** Calls, reminders and messages about the piece, the newest first. */
function useBefore(itemId: number): readonly Line[] {
  const { t } = useTranslation(['calls', 'decisions', 'messages']);
  const format = useStaffFormat();
  const query = { rma_item_id: itemId };
  const calls = useQuery(readQuery(['decisions', 'follow-ups', itemId], '/get_after_sale_list', query)).data;
  const messages = useQuery(readQuery(['messages', itemId], '/messages', query)).data;
  const called = (calls?.data ?? []).map((line): Line => {
    const comes = line.comes_on === null ? [] : [t('calls:comes', { day: format.day(line.comes_on) })];
    return {
      key: `call ${line.index}`,
      at: line.created_at,
      words:
        line.outcome === null
          ? t(`decisions:followUps.results.${line.result}`, line.result)
          : t(`calls:outcome.${line.outcome}`),
      note: [...comes, ...(line.note === '' ? [] : [line.note])].join(' · '),
      Icon:
        line.result === 'Phone no answer' ? PhoneMissed : line.result === 'Phone contacted' ? Phone : Mail,
    };
  });
  const written = (messages?.data.messages ?? [])
    .filter(({ state }) => state === SENT || state === RECEIVED)
    .map((message): Line => {
      const kind = t(`messages:kind.${message.kind}`);
      const words = message.state === RECEIVED ? t('calls:wrote') : `${t('calls:message')}: ${kind}`;
      const Icon = message.state === RECEIVED ? MessageSquareText : Mail;
      return { key: `message ${message.id}`, at: message.changed_at, words, note: message.text ?? '', Icon };
    });
  return [...called, ...written].toSorted((a, b) => b.at.localeCompare(a.at)).slice(0, MOST_SHOWN);
}

/** The piece itself, what was said before, and who is next. */
export function BeforePanel({ client, next }: { client: CallClient; next: CallClient | undefined }) {
  const { t } = useTranslation('calls');
  const languageName = useLanguageName();
  const format = useStaffFormat();
  const lines = useBefore(client.item_id);
  const [piece] = client.items;
  return (
    <aside className="stack call-aside">
      {piece !== undefined && (
        <Panel className="call-piece">
          <PieceImage kind={piece.product_kind} src={piece.product_image} size={236} />
          <Link className="link strong num" to={`/readRma?id=${piece.rma_id}&item=${piece.id}&work=1`}>
            <bdi>{piece.number}</bdi>
          </Link>
        </Panel>
      )}
      <Panel title={t('before')} testId="call-before">
        {lines.length === 0 && <p className="panel-body muted small">{t('beforeNone')}</p>}
        <ol>
          {lines.map(({ key, at, words, note, Icon }) => (
            <li key={key} className="call-before">
              <Icon size={16} aria-hidden />
              <span className="shrinks">
                <span className="strong">{words}</span>
                {note !== '' && (
                  <span className="small muted" dir="auto">
                    {note}
                  </span>
                )}
              </span>
              <time className="small muted nowrap" dateTime={at}>
                {format.dayShort(at)}
              </time>
            </li>
          ))}
        </ol>
      </Panel>
      {next !== undefined && (
        <Panel className="call-next" testId="call-next">
          <span className="small muted">{t('next')}</span>
          <bdi className="strong">{next.fullname}</bdi>
          <span className="small muted">{languageName(next.language)}</span>
          {next.items[0] !== undefined && <PieceCell item={next.items[0]} />}
        </Panel>
      )}
    </aside>
  );
}
