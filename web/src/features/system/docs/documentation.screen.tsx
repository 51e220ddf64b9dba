import { ArrowLeft } from 'lucide-react';
import { useDeferredValue, useEffect } from 'react';
import { useTranslation } from 'react-i18next';
import { Link, useParams, useSearchParams } from 'react-router-dom';
import { TextField } from '@atelier/ui/controls/text-field.tsx';
import { LanguageMenu } from '../../../app/layout/language-menu.tsx';
import { DocsHome } from './docs-home.tsx';
import { GuidePage } from './guides/guide-page.tsx';
import { guideNamed } from './guides/guides.ts';
import { GuideResults } from './find/guide-results.tsx';
import './documentation.css';

/** Guides by role, their search, what is new, and the API reference (product/screens.md §9): outside the main layout, behind the sign-in. */
export function Screen() {
  const { t } = useTranslation('docs');
  const guide = guideNamed(useParams()['guide']);
  const [typed, setTyped] = useTypedWords();
  const words = useDeferredValue(typed.trim());
  const title = guide === undefined ? t('title') : t(`guide.${guide.key}`);
  useEffect(() => {
    document.title = `${title} · Atelier`;
  }, [title]);
  return (
    <div className="docs" data-testid="documentation">
      <header className="row gap-12 between">
        <Link to="/" className="link row">
          <ArrowLeft size={16} aria-hidden className="flips" />
          {t('back')}
        </Link>
        <LanguageMenu look="button" />
      </header>
      <search className="docs-search">
        <TextField
          label={t('search.label')}
          type="search"
          placeholder={t('search.hint')}
          value={typed}
          onChange={(event) => setTyped(event.target.value)}
          testId="guide-search"
        />
      </search>
      <main className="docs-main columns at-start">
        {words === '' && (guide === undefined ? <DocsHome /> : <GuidePage key={guide.key} guide={guide} />)}
        {words !== '' && <GuideResults words={words} />}
      </main>
    </div>
  );
}

/** The words stand in the address, so that a search can be sent to a colleague. */
function useTypedWords(): [string, (words: string) => void] {
  const [address, setAddress] = useSearchParams();
  const change = (words: string) =>
    setAddress(
      (before) => {
        const after = new URLSearchParams(before);
        if (words === '') after.delete('q');
        else after.set('q', words);
        return after;
      },
      { replace: true },
    );
  return [address.get('q') ?? '', change];
}
