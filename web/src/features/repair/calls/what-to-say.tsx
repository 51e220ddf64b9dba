import type { CallClient } from '@atelier/contracts/repair/call-list-schema.ts';
import { nearestLanguage } from '@atelier/domain/shared/languages.ts';
import { MessageCircle } from 'lucide-react';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { SegmentedControl } from '@atelier/ui/controls/choice.tsx';
import { useFormat } from '@atelier/ui/text/format.ts';
import { nameOf } from '../../../lib/i18n/languages.ts';
import { useSession } from '../../../lib/session/use-session.ts';
import { ClientLanguage } from '../../../shared/language/client-language.tsx';
import { moneyOpen } from './money-open.ts';

/** The words of the call, in the client's language or the caller's. */
export function WhatToSay({ client }: { client: CallClient }) {
  const { t, i18n } = useTranslation(['calls', 'values']);
  const theirs = nearestLanguage(client.language) ?? 'en';
  const own = nearestLanguage(i18n.language) ?? 'en';
  const [chosen, setChosen] = useState<string>(theirs);
  const outcome = client.items[0]?.outcome ?? 'repaired';
  return (
    <section className="call-say" data-testid="what-to-say">
      <div className="call-say-head">
        <MessageCircle size={17} aria-hidden />
        <h3>{t('calls:say.title')}</h3>
        {theirs !== own && (
          <SegmentedControl
            label={t('calls:say.language')}
            value={chosen}
            options={[theirs, own].map((value) => ({ value, label: nameOf(value) }))}
            onChange={setChosen}
            testId="say-language"
          />
        )}
      </div>
      <ClientLanguage language={chosen}>
        <Script client={client} />
      </ClientLanguage>
      <p className="small muted">{t('calls:asked', { outcome: t(`values:outcome.${outcome}`) })}</p>
    </section>
  );
}

/** A pair is spoken of in the plural. */
const PAIRS = new Set(['earrings']);

/** The customer page's own sentence about the piece, with a greeting, the day, the money and a question. */
function Script({ client }: { client: CallClient }) {
  const { t, i18n } = useTranslation(['calls', 'customer']);
  const { site, user } = useSession().view;
  const format = useFormat(site?.time_zone);
  const [piece] = client.items;
  if (piece === undefined) return null;
  const kind = i18n.exists(`customer:piece.${piece.product_kind}`) ? piece.product_kind : 'other';
  const isUnrepaired = piece.outcome !== null && piece.outcome !== 'repaired' && piece.outcome !== 'replaced';
  const sentence = isUnrepaired ? 'returnedSentence' : 'sentence';
  const shop = site?.name ?? piece.store_name;
  const open = moneyOpen(client.items, format);
  const words = [
    t('calls:say.hello', { name: client.fullname, clerk: user.name, shop }),
    t(`customer:${sentence}.5.${PAIRS.has(kind) ? 'many' : 'one'}`, {
      piece: t(`customer:piece.${kind}`),
      shop,
    }),
    ...(client.items.length > 1 ? [t('calls:say.more')] : []),
    t('calls:say.since', { day: format.day(client.since) }),
    open === '' ? t('calls:say.nothing') : t('calls:say.pay', { amount: open }),
    t('calls:say.when'),
  ];
  return <blockquote dir="auto">{words.join(' ')}</blockquote>;
}
