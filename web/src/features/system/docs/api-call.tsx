import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { ApiCall, ApiParameter } from './api-document.ts';

/** One call: closed a line, open all that it takes and answers. */
export function ApiCallDetails({ call }: { call: ApiCall }) {
  const [isOpen, setOpen] = useState(false);
  return (
    <details
      className="docs-call"
      onToggle={(event) => setOpen(event.currentTarget.open)}
      data-call={call.id}
    >
      <summary lang="en" dir="ltr">
        <b className="docs-method">{call.method}</b> <code>{call.path}</code>
        <span className="muted">{call.summary}</span>
      </summary>
      {isOpen && <Opened call={call} />}
    </details>
  );
}

function Opened({ call: { description, parameters, request, answer } }: { call: ApiCall }) {
  const { t } = useTranslation('docs');
  return (
    <div className="stack" data-testid="api-call">
      <p lang="en" dir="ltr">
        {description}
      </p>
      {parameters.length > 0 && <Parameters title={t('api.parameters')} parameters={parameters} />}
      {request !== undefined && <Example title={t('api.request')} json={request} />}
      {answer === undefined ? (
        <p className="muted">{t('api.file')}</p>
      ) : (
        <Example title={t('api.answer')} json={answer} />
      )}
    </div>
  );
}

function Parameters({ title, parameters }: { title: string; parameters: readonly ApiParameter[] }) {
  const { t } = useTranslation('docs');
  return (
    <section>
      <h4>{title}</h4>
      <dl className="docs-parameters stack gap-6">
        {parameters.map(({ name, in: place, required, description }) => (
          <div key={`${place} ${name}`}>
            <dt>
              <code dir="ltr">{name}</code>
              {required && <span className="muted"> {t('api.required')}</span>}
            </dt>
            <dd className="muted" lang="en" dir="ltr">
              {description}
            </dd>
          </div>
        ))}
      </dl>
    </section>
  );
}

/** Browsers let the keyboard reach what scrolls. */
const Example = ({ title, json }: { title: string; json: string }) => (
  <section>
    <h4>{title}</h4>
    <pre className="docs-json small rounded sunken" dir="ltr">
      <code>{json}</code>
    </pre>
  </section>
);
