import { READY_STEP } from '@atelier/domain/repair/customer-progress.ts';
import { useEffect, useMemo, useState } from 'react';
import { saveFile } from '@atelier/ui/files/save-file.ts';
import { formatsFor, type Formats } from '@atelier/ui/text/formats.ts';
import { PageFoot } from '../page-foot.tsx';
import { PageHead, type PageHeadProps } from '../page-head.tsx';
import type { Translate } from '../texts.ts';
import { Words } from '../words.tsx';
import {
  type FoundProof,
  type ProofFile,
  type Verdict,
  checkProof,
  readProof,
  VERIFIER,
} from './read-proof.ts';
import './proof.css';

const FILE_NAME = 'history.atelier-proof.json';

type Absence = 'unknown' | 'archived' | 'failed';
type State = FoundProof | 'asking' | Absence;

/** The public page behind the code of a handover paper: steps, moments, and whether their proof holds (product/customer-page.md §4). */
export function ProofPage({ token, ...head }: PageHeadProps & { token: string }) {
  const { t } = head;
  const state = useProof(token);
  useEffect(() => {
    document.title = `${t('proof.title')} · Atelier`;
  }, [t]);
  return (
    <div className="cust">
      <PageHead {...head} />
      <main>
        {typeof state === 'object' ? (
          <Proof found={state} {...head} />
        ) : state === 'asking' ? (
          <div aria-busy="true" />
        ) : (
          <NoProof why={state} {...head} />
        )}
      </main>
      <PageFoot t={t} language={head.language} />
    </div>
  );
}

function NoProof({ why, t, language }: PageHeadProps & { why: Absence }) {
  return (
    <div className="lede stack gap-14 text-center" role="alert" data-testid={`proof-${why}`}>
      <span className="rule" aria-hidden />
      <h1>
        <Words text={t(why === 'failed' ? 'failed.title' : `proof.${why}.title`)} language={language} />
      </h1>
      <p className="muted">{t(why === 'failed' ? 'failed.text' : `proof.${why}.text`)}</p>
    </div>
  );
}

function useProof(token: string): State {
  const [state, setState] = useState<State>('asking');
  useEffect(() => {
    const stop = new AbortController();
    readProof(token, stop.signal).then(setState, () => stop.signal.aborted || setState('failed'));
    return () => stop.abort();
  }, [token]);
  return state;
}

function useVerdict(file: ProofFile): Verdict | undefined {
  const [verdict, setVerdict] = useState<Verdict>();
  useEffect(() => {
    let isShown = true;
    void checkProof(file)
      .catch((): Verdict => ({ kind: 'unable' }))
      .then((found) => isShown && setVerdict(found));
    return () => {
      isShown = false;
    };
  }, [file]);
  return verdict;
}

function Proof({ found, t, language }: PageHeadProps & { found: FoundProof }) {
  const { file, bytes } = found;
  const formats = useMemo(() => formatsFor(language), [language]);
  return (
    <>
      <div className="lede stack gap-14 text-center" aria-live="polite">
        <span className="rule" aria-hidden />
        <h1>
          <Words text={t('proof.heading')} language={language} />
        </h1>
        <VerdictLine file={file} t={t} formats={formats} />
        {file.erased && <p data-testid="proof-erased">{t('proof.erased')}</p>}
      </div>
      <Steps file={file} t={t} formats={formats} />
      <section className="cust-shop stack gap-12 on-surface proof-check">
        <h2>{t('proof.check')}</h2>
        <p>{t('proof.how')}</p>
        <p className="small" dir="ltr" translate="no" data-testid="proof-key">
          <span>{t('proof.key')}</span> <code className="breaks">{file.keys.log.at(-1)}</code>
        </p>
        <pre dir="ltr" translate="no">
          <code className="breaks">{`node atelier-verify.mjs ${FILE_NAME} --key ${file.keys.log.at(-1) ?? 'LOG_KEY'}`}</code>
        </pre>
        <p className="proof-files flex wrap middle">
          <button type="button" onClick={() => saveFile(bytes, FILE_NAME)} data-testid="proof-save">
            {t('proof.file')}
          </button>
          <a href={VERIFIER} download data-testid="proof-verifier">
            {t('proof.verifier')}
          </a>
        </p>
      </section>
    </>
  );
}

interface PartProps {
  file: ProofFile;
  t: Translate;
  formats: Formats;
}

function VerdictLine({ file, t, formats }: PartProps) {
  const verdict = useVerdict(file);
  if (verdict === undefined) return <p className="muted">{t('proof.checking')}</p>;
  if (verdict.kind === 'proved') {
    const { size, witnesses, steps } = verdict;
    const counts = { steps: formats.number(steps), all: formats.number(file.events.length) };
    return (
      <div data-testid="proof-proved">
        <p className="proof-good">{t('proof.unchanged')}</p>
        <p className="muted">
          {t('proof.proved', {
            ...counts,
            size: formats.number(size),
            witnesses: formats.number(witnesses),
          })}
        </p>
      </div>
    );
  }
  return (
    <p className={verdict.kind === 'broken' ? 'lookup-error' : 'muted'} data-testid={`proof-${verdict.kind}`}>
      <span>{t(`proof.${verdict.kind}`)}</span>
      {verdict.kind === 'broken' && (
        <small lang="en" dir="ltr">
          {verdict.reason}
        </small>
      )}
    </p>
  );
}

const MICROSECONDS = 1000;

function Steps({ file: { events, returned }, t, formats }: PartProps) {
  return (
    <section className="cust-shop stack gap-12 on-surface">
      <ol className="proof-steps stack gap-0" data-testid="proof-steps">
        {events.map(({ step, recorded_at: at, proof }) => (
          <li key={step}>
            <b>{t(returned && step === READY_STEP ? 'returnedStep' : `step.${step}`)}</b>
            <span className="num">{formats.dateTimeUtc(new Date(Number(at) / MICROSECONDS))}</span>
            {proof === undefined && <span className="muted">{t('proof.pending')}</span>}
          </li>
        ))}
      </ol>
      <p className="muted">{t('proof.moments')}</p>
    </section>
  );
}
