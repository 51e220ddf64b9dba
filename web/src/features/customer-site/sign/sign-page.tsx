import { SIGN_PATH } from '@atelier/domain/customer-site/phone-signature.ts';
import type { SignFirstPaint } from '@atelier/contracts/customer-site/sign-first-paint.ts';
import type { SignView } from '@atelier/contracts/customer-site/sign-schema.ts';
import { formatsFor, type Formats } from '@atelier/ui/text/formats.ts';
import { useEffect, useMemo, useRef } from 'react';
import { PageFoot } from '../page-foot.tsx';
import { PageHead, type PageHeadProps } from '../page-head.tsx';
import { Words } from '../words.tsx';
import { SignForm } from './sign-form.tsx';
import { SignedPieces } from './signed-pieces.tsx';
import { useSigning, type SignState } from './sign-state.ts';
import '../fee/fee.css';
import './sign.css';

export interface SignPageProps extends PageHeadProps {
  /** The secret of the code. */
  token: string;
  /** What the server drew the page from. */
  first?: SignFirstPaint | undefined;
}

/** The public page behind a code of the counter: what the client leaves or collects, and their signature (product/customer-page.md §12). */
export function SignPage({ token, first, ...head }: SignPageProps) {
  const { t, language } = head;
  const { signing, phase, show } = useSigning(token, first);
  const formats = useMemo(() => formatsFor(language, 'UTC'), [language]);
  useEffect(() => {
    document.title = `${t('sign.title')} · Atelier`;
  }, [t]);
  return (
    <div className="cust fee sign-page">
      <PageHead {...head} path={`${SIGN_PATH}${token}`} />
      <main>
        {signing === null ? (
          <Nothing phase={phase} {...head} />
        ) : signing.standing === 'signed' ? (
          <Signed shop={signing.shop_name} isNew={signing !== first?.signing} {...head} />
        ) : (
          <Waiting token={token} first={first} signing={signing} formats={formats} onSent={show} {...head} />
        )}
      </main>
      <PageFoot t={t} language={language} />
    </div>
  );
}

function Nothing({ phase, t, language }: PageHeadProps & { phase: string }) {
  if (phase === 'asking') return <div aria-busy="true" />;
  const words = phase === 'unknown' ? 'sign.unknown' : 'failed';
  return (
    <div className="lede stack gap-14 text-center" role="alert" data-testid={`sign-${phase}`}>
      <span className="rule" aria-hidden />
      <h1>
        <Words text={t(`${words}.title`)} language={language} />
      </h1>
      <p className="muted">{t(`${words}.text`)}</p>
    </div>
  );
}

interface WaitingProps extends PageHeadProps {
  token: string;
  first: SignFirstPaint | undefined;
  signing: SignView;
  formats: Formats;
  onSent: (state: SignState) => void;
}

function Waiting({ token, first, signing, formats, onSent, ...head }: WaitingProps) {
  const { t, language } = head;
  return (
    <>
      <div className="lede stack gap-14 text-center">
        <span className="rule" aria-hidden />
        <h1 data-testid="sign-heading">
          <Words text={t(`sign.heading.${signing.kind}`)} language={language} />
        </h1>
        {signing.shop_name !== '' && (
          <p className="muted">
            <Words text={t('sign.intro', { shop: signing.shop_name })} language={language} />
          </p>
        )}
      </div>
      <SignedPieces t={t} signing={signing} formats={formats} />
      <SignForm
        t={t}
        language={language}
        token={token}
        agree={t(`sign.agree.${signing.kind}`)}
        first={first}
        onSent={onSent}
      />
    </>
  );
}

/** What came of a signature just given takes the focus, so that it is read out. */
function Signed({ shop, isNew, t, language }: PageHeadProps & { shop: string; isNew: boolean }) {
  const heading = useRef<HTMLHeadingElement>(null);
  useEffect(() => {
    if (isNew) heading.current?.focus();
  }, [isNew]);
  return (
    <div className="lede stack gap-14 text-center cust-banner" data-testid="sign-done">
      <h1 ref={heading} tabIndex={-1}>
        <Words text={t('sign.done.title')} language={language} />
      </h1>
      <p className="muted">
        <Words text={t('sign.done.text', { shop })} language={language} />
      </p>
    </div>
  );
}
