import { useMemo } from 'react';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router-dom';
import { QueryView } from '../../../../shared/paged-table/query-view.tsx';
import { labelText, type ReadGuide } from '../guides/load-guide.ts';
import { useAllGuides } from '../guides/use-guides.ts';
import { excerptOf, markedParts } from './excerpt.ts';
import { searchIn, type Found } from './search-index.ts';

/** Sections of all guides that hold the words; each leads to its place. */
export function GuideResults({ words }: { words: string }) {
  const { t } = useTranslation('docs');
  return (
    <QueryView query={useAllGuides()} skeleton={{ rows: 5, height: 64 }} failed={t('failed')}>
      {(guides) => <Results guides={guides} words={words} />}
    </QueryView>
  );
}

function Results({ guides, words }: { guides: readonly ReadGuide[]; words: string }) {
  const { t } = useTranslation('docs');
  const search = useMemo(() => searchIn(guides, labelText), [guides]);
  const found = useMemo(() => search(words), [search, words]);
  return (
    <div className="docs-results stack" data-testid="guide-results">
      <p role="status" className={found.length === 0 ? 'strong' : 'muted small'}>
        {found.length === 0 ? t('search.none', { words }) : t('search.found', { count: found.length })}
      </p>
      {found.length === 0 && <p className="muted">{t('search.noneBody')}</p>}
      <ul className="stack gap-10">
        {found.map((each) => (
          <li key={`${each.guide}#${each.task}`}>
            <Result found={each} />
          </li>
        ))}
      </ul>
    </div>
  );
}

function Result({ found: { guide, task, title, text, words } }: { found: Found }) {
  const { t } = useTranslation('docs');
  return (
    <Link to={`/documentation/${guide}#${task}`} className="docs-result">
      <span className="small muted">{t(`guide.${guide}`)}</span>
      <span className="strong">
        <Marked text={title} words={words} />
      </span>
      <span className="size-s">
        <Marked text={excerptOf(text, words)} words={words} />
      </span>
    </Link>
  );
}

const Marked = ({ text, words }: { text: string; words: readonly string[] }) =>
  markedParts(text, words).map((part, index) =>
    part.isMarked ? <mark key={index}>{part.text}</mark> : part.text,
  );
