import { ArrowLeft } from 'lucide-react';
import { useEffect } from 'react';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router-dom';
import { LanguageMenu } from '../../../app/layout/language-menu.tsx';
import { Panel } from '@atelier/ui/layout/panel.tsx';
import { KeysList } from '../../../shared/keys/keys-list.tsx';
import { ApiReference } from './api-reference.tsx';
import './documentation.css';

/** How many paragraphs each guide has; the words are in `locales/<lng>/docs.json`. */
const GUIDES = { shop: 5, factory: 5, station: 2, admin: 2, live: 3 } as const;
type Guide = keyof typeof GUIDES;

/** Role guides and the API reference (product/screens.md §1): outside the main layout, behind the sign-in. */
export function Screen() {
  const { t } = useTranslation('docs');
  const guides = Object.keys(GUIDES) as Guide[];
  useEffect(() => {
    document.title = `${t('title')} · Atelier`;
  }, [t]);
  return (
    <div className="docs" data-testid="documentation">
      <header className="row gap-0 between">
        <Link to="/" className="link row">
          <ArrowLeft size={16} aria-hidden className="flips" />
          {t('back')}
        </Link>
        <LanguageMenu look="button" />
      </header>
      <main className="docs-main columns at-start">
        <div className="docs-title">
          <h1>{t('title')}</h1>
          <p className="muted">{t('lead')}</p>
        </div>
        <nav aria-label={t('contents')} className="docs-contents stack gap-10">
          {[...guides, 'keys' as const, 'api' as const].map((guide) => (
            <a key={guide} className="link" href={`#${guide}`}>
              {t(`${guide}.title`)}
            </a>
          ))}
        </nav>
        <div className="stack">
          {guides.map((guide) => (
            <GuidePanel key={guide} guide={guide} />
          ))}
          <KeysPanel />
          <div id="api">
            <ApiReference />
          </div>
        </div>
      </main>
    </div>
  );
}

function GuidePanel({ guide }: { guide: Guide }) {
  const { t } = useTranslation('docs');
  const lines = Array.from({ length: GUIDES[guide] }, (_, index) => index + 1);
  return (
    <div id={guide}>
      <Panel title={t(`${guide}.title`)} padded>
        <ol className="docs-steps stack gap-10">
          {lines.map((line) => (
            <li key={line}>{t(`${guide}.${line}`)}</li>
          ))}
        </ol>
      </Panel>
    </div>
  );
}

function KeysPanel() {
  const { t } = useTranslation('docs');
  return (
    <div id="keys">
      <Panel title={t('keys.title')} padded>
        <KeysList />
        <p className="muted">{t('keys.scanner')}</p>
      </Panel>
    </div>
  );
}
