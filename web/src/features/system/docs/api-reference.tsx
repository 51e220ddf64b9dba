import { useQuery } from '@tanstack/react-query';
import { useDeferredValue, useMemo, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { QueryView } from '../../../shared/paged-table/query-view.tsx';
import { Panel } from '@atelier/ui/layout/panel.tsx';
import { TextField } from '@atelier/ui/controls/text-field.tsx';
import { ApiCallDetails } from './api-call.tsx';
import { readApiDocument, sectionsOf, type ApiDocument, type ApiSection } from './api-document.ts';
import { ApiDocumentLink } from './api-document-link.tsx';

/** Every call that the server has, as its own description says it, with examples (product/calls.md §9). */
export function ApiReference() {
  const { t } = useTranslation('docs');
  const query = useQuery({
    queryKey: ['openapi'],
    queryFn: ({ signal }) => readApiDocument(signal),
    staleTime: Infinity,
  });
  return (
    <Panel title={t('api.title')} padded testId="api-reference">
      <div className="stack">
        <p>
          {t('api.text')} <ApiDocumentLink />
        </p>
        <p className="muted">{t('api.systems')}</p>
        <QueryView query={query} skeleton={{ rows: 6, height: 32 }} failed={t('api.failed')}>
          {(document) => <Calls document={document} />}
        </QueryView>
      </div>
    </Panel>
  );
}

function Calls({ document }: { document: ApiDocument }) {
  const { t } = useTranslation('docs');
  const [searched, setSearched] = useState('');
  const wanted = useDeferredValue(searched.trim());
  const sections = useMemo(() => sectionsOf(document, wanted), [document, wanted]);
  return (
    <div className="stack">
      <TextField
        label={t('api.search')}
        type="search"
        value={searched}
        onChange={(event) => setSearched(event.target.value)}
        testId="api-search"
      />
      {sections.length === 0 && <p role="status">{t('api.none')}</p>}
      {sections.map((section) => (
        <Section key={section.name} section={section} isOpen={wanted !== ''} />
      ))}
    </div>
  );
}

/** The server's own words are English in every language. */
const Section = ({ section, isOpen }: { section: ApiSection; isOpen: boolean }) => (
  <details key={String(isOpen)} open={isOpen} className="docs-api" data-section={section.name}>
    <summary className="strong line-below" lang="en" dir="ltr">
      {section.title} <span className="muted num">{section.calls.length}</span>
    </summary>
    <ul>
      {section.calls.map((call) => (
        <li key={call.id}>
          <ApiCallDetails call={call} />
        </li>
      ))}
    </ul>
  </details>
);
