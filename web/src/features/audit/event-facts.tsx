import { Copy } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import { IconButton } from '@atelier/ui/controls/button.tsx';
import { copyText } from '@atelier/ui/feedback/copy-text.ts';
import type { ReplayEvent } from './queries.ts';
import { useFieldWords } from './use-field-words.ts';

/** Which setting, or the limits of which stage, an event changed. */
export function SettingName({ setting }: Pick<ReplayEvent, 'setting'>) {
  const { t } = useTranslation(['system', 'status']);
  if (setting === null) return null;
  const { key, status } = setting;
  return (
    <>
      {' '}
      <bdi data-testid="replay-setting">
        {status === null ? t(`system:setting.${key}`) : t(`status:name.${status}`)}
      </bdi>
    </>
  );
}

/** Words that a person wrote, in the order in which they are shown. */
const WORDS = ['text', 'remark', 'note'] as const;

/** What the event itself says beside its lines; where that is nothing, so it says. */
export function HeldPart({ event }: { event: ReplayEvent }) {
  const { t } = useTranslation('replay');
  const { known, value } = useFieldWords();
  const inLines = new Set(event.lines.map(({ field }) => field));
  const words = WORDS.flatMap((name) => {
    const text = event.held[name];
    return typeof text === 'string' && text !== '' ? [text] : [];
  });
  const facts = Object.entries(event.held).flatMap(([field, held]) => {
    const label = known(field);
    const isShown =
      held !== null &&
      isPlain(held) &&
      label !== '' &&
      !inLines.has(field) &&
      !WORDS.some((name) => name === field);
    return isShown ? [{ field, label, held }] : [];
  });
  if (words.length + facts.length === 0)
    return event.lines.length > 0 || event.hidden ? null : <p className="small muted">{t('nothingHeld')}</p>;
  return (
    <>
      {words.map((text) => (
        <blockquote key={text} className="replay-words" data-testid="replay-said">
          <bdi>{text}</bdi>
        </blockquote>
      ))}
      {facts.length > 0 && (
        <dl className="replay-lines stack gap-4 small" data-testid="replay-held">
          {facts.map(({ field, label, held }) => (
            <div key={field}>
              <dt className="muted">{label}</dt>
              <dd>
                <bdi>{value(field, held)}</bdi>
              </dd>
            </div>
          ))}
        </dl>
      )}
    </>
  );
}

/** A text, a number, an amount of money, or a list of such. */
const isPlain = (held: ReplayEvent['held'][string]): boolean =>
  held !== null && (typeof held !== 'object' || Array.isArray(held) || 'currency' in held);

/** The event's hash in the chain of its record, to compare elsewhere. */
export function Hash({ hash }: Pick<ReplayEvent, 'hash'>) {
  const { t } = useTranslation('replay');
  const words = { copied: t('hashCopied'), notCopied: t('hashNotCopied') };
  return (
    <p className="small faint replay-hash">
      {t('hash')}{' '}
      <bdi className="mono" title={hash}>
        {hash.slice(0, 16)}…
      </bdi>{' '}
      <IconButton
        icon={<Copy size={14} aria-hidden />}
        label={t('copyHash')}
        onClick={() => void copyText(hash, words)}
        testId="replay-copy-hash"
      />
    </p>
  );
}
