import { ACCESS_PATH } from '@atelier/contracts/customer-site/first-paint.ts';
import { useEffect, useMemo } from 'react';
import { formatsFor } from '@atelier/ui/text/formats.ts';
import { PageHead, type PageHeadProps } from '../page-head.tsx';
import { Words } from '../words.tsx';

/** To be moved with each change of what the statement says. */
const WRITTEN = '2026-11-24T12:00:00Z';
const CHECKS = ['check1', 'check2', 'check3', 'check4', 'check5'] as const;
const LIMITS = ['limit1', 'limit2'] as const;

/** What the pages for customers promise to people who do not see, hear, point or read as others do (product/customer-page.md §7). */
export function AccessPage({ t, language, onLanguage }: PageHeadProps) {
  const formats = useMemo(() => formatsFor(language, 'UTC'), [language]);
  const say = (key: string, values?: Record<string, string>) => (
    <Words text={t(`access.${key}`, values)} language={language} />
  );
  useEffect(() => {
    document.title = `${t('access.title')} · Atelier`;
  }, [t]);
  return (
    <div className="cust">
      <PageHead t={t} language={language} onLanguage={onLanguage} path={ACCESS_PATH} />
      <main className="statement" data-testid="statement">
        <h1>{say('title')}</h1>
        <p>{say('intro')}</p>
        <p>{say('aim')}</p>
        <h2>{say('checked')}</h2>
        <ul>
          {CHECKS.map((key) => (
            <li key={key}>{say(key)}</li>
          ))}
        </ul>
        <h2>{say('limits')}</h2>
        <ul>
          {LIMITS.map((key) => (
            <li key={key}>{say(key)}</li>
          ))}
        </ul>
        <h2>{say('tell')}</h2>
        <p>{say('tellText')}</p>
        <p>{say('authority')}</p>
        <p className="muted">{say('made', { day: formats.date(WRITTEN) })}</p>
      </main>
    </div>
  );
}
