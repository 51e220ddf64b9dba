import { useQuery } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router-dom';
import { Button } from '@atelier/ui/controls/button.tsx';
import { loadChunk } from '@atelier/ui/chunks/lazy-chunk.ts';
import { Panel } from '@atelier/ui/layout/panel.tsx';
import { seenUntilOf, noteChangesSeen } from '../../../../lib/page/seen-changes.ts';
import { useSession, useStaffFormat } from '../../../../lib/session/use-session.ts';
import { QueryView } from '../../../../shared/paged-table/query-view.tsx';
import { WHATS_NEW, type WhatsNewItem } from './whats-new.ts';

type Words = Readonly<Record<string, { readonly title: string; readonly text: string } | undefined>>;

const files = import.meta.glob<Words>('./*/whats-new.json', {
  base: '../../../../../../packages/contracts/src/locales',
  import: 'default',
});

async function wordsIn(language: string): Promise<Words> {
  const load = files[`./${language}/whats-new.json`];
  return load === undefined ? {} : loadChunk(load);
}

const AT_FIRST = 5;

/** What changed for people, newest first; what an account has not seen yet is marked once. */
export function WhatsNewPanel() {
  const { t, i18n } = useTranslation('docs');
  const account = useSession().view.user.id;
  const [seenUntil] = useState(() => seenUntilOf(account));
  const [isOpen, setOpen] = useState(false);
  useEffect(() => noteChangesSeen(account), [account]);
  const query = useQuery({
    queryKey: ['whats-new', i18n.language],
    queryFn: async () => wordsIn(i18n.language),
    staleTime: Infinity,
  });
  return (
    <Panel title={t('whatsNew.title')} padded testId="whats-new">
      <QueryView query={query} skeleton={{ rows: 5, height: 40 }} failed={t('failed')}>
        {(words) => (
          <ul className="stack">
            {(isOpen ? WHATS_NEW : WHATS_NEW.slice(0, AT_FIRST)).map((item) => (
              <WhatsNewLine key={item.key} item={item} words={words} isUnseen={item.on > seenUntil} />
            ))}
          </ul>
        )}
      </QueryView>
      {!isOpen && (
        <Button className="docs-older" onClick={() => setOpen(true)}>
          {t('whatsNew.older')}
        </Button>
      )}
    </Panel>
  );
}

function WhatsNewLine({ item, words, isUnseen }: { item: WhatsNewItem; words: Words; isUnseen: boolean }) {
  const { t } = useTranslation('docs');
  const { date } = useStaffFormat();
  const said = words[item.key];
  return (
    <li data-change={item.key}>
      <p className="small muted">
        {isUnseen && <span className="new-dot" role="img" aria-label={t('whatsNew.unseen')} />}
        <time dateTime={item.on}>{date(item.on)}</time>
        {' · '}
        {item.roles.map((role) => t(`guide.${role}`)).join(' · ')}
      </p>
      <p>
        <Link className="strong" to={item.to}>
          {said?.title}
        </Link>
      </p>
      <p>{said?.text}</p>
    </li>
  );
}
