import { GUIDE_PATH } from '@atelier/contracts/customer-site/first-paint.ts';
import { useEffect } from 'react';
import { PageFoot } from '../page-foot.tsx';
import { PageHead, type PageHeadProps } from '../page-head.tsx';
import { Words } from '../words.tsx';

/** Of `guide-customer.json`, in the order of a repair; each has three steps. */
const TASKS = ['follow', 'fee', 'messages', 'pickup'] as const;
const STEPS = [0, 1, 2] as const;

/** How customers follow their repair, in the words of the staff's guides (product/customer-page.md §11). */
export function GuidePage({ t, language, onLanguage }: PageHeadProps) {
  const labels = { showMyRepair: t('lookup.go'), messages: t('messages') };
  const say = (key: string) => <Words text={t(`guide.${key}`, labels)} language={language} />;
  useEffect(() => {
    document.title = `${t('guide.title')} · Atelier`;
  }, [t]);
  return (
    <div className="cust">
      <PageHead t={t} language={language} onLanguage={onLanguage} path={GUIDE_PATH} />
      <main className="statement" data-testid="customer-guide">
        <h1>{say('title')}</h1>
        <p>{say('day')}</p>
        {TASKS.map((task) => (
          <section key={task} id={task} className="cust-task">
            <h2>{say(`${task}.title`)}</h2>
            <ol>
              {STEPS.map((step) => (
                <li key={step}>{say(`${task}.steps.${step}`)}</li>
              ))}
            </ol>
            <p>{say(`${task}.done`)}</p>
            <p className="muted">{say(`${task}.help`)}</p>
          </section>
        ))}
      </main>
      <PageFoot t={t} language={language} />
    </div>
  );
}
