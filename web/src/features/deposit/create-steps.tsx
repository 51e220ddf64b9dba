import { lazyPart } from '@atelier/ui/chunks/lazy-part.ts';
import { type KeyboardEvent, type ReactNode, Suspense } from 'react';
import { type FieldPath, FormProvider, useWatch } from 'react-hook-form';
import { useTranslation } from 'react-i18next';
import { Banner, Skeleton } from '@atelier/ui/feedback/states.tsx';
import type { RmaValues } from './form-values.ts';
import { keepEnter } from './keep-enter.ts';
import { ClientStep } from './steps/client-step.tsx';
import { StepBar } from './steps/step-bar.tsx';
import { useArrival } from './steps/use-arrival.ts';
import { StepFooter } from './steps/step-footer.tsx';
import { STEP_AFTER, STEP_BEFORE, stepOf, stepWithErrors, useStep, type Step } from './steps/use-step.ts';
import { useCreateForm } from './use-create-form.ts';
import './steps/steps.css';

const CreatedPanel = lazyPart(() => import('./created-panel.tsx'), 'CreatedPanel');

/** They load while the client is looked up. */
const PiecesStep = lazyPart(() => import('./steps/pieces-step.tsx'), 'PiecesStep');
const SignStep = lazyPart(() => import('./steps/sign-step.tsx'), 'SignStep');
const ClientLanguage = lazyPart(() => import('../../shared/language/client-language.tsx'), 'ClientLanguage');

/** A new deposit in three steps: who brings it, what is wrong with each piece, and the signature (product/deposit.md §1). */
export function CreateSteps() {
  const { t } = useTranslation(['deposit', 'steps']);
  const steps = useStep();
  const create = useCreateForm((form) => steps.goTo(stepWithErrors(form) ?? steps.step));
  const { form, draft, rules, send } = create;
  // A blank form is not signed, whatever the address says.
  const isBlank = draft.phase === 'fresh' && !form.formState.isDirty;
  const step = isBlank && steps.step === 'sign' ? 'client' : steps.step;
  useArrival(step, Object.keys(form.formState.errors).length > 0);
  const again = () => {
    steps.goTo('client');
    create.again();
  };
  if (create.created !== null)
    return (
      <Suspense fallback={<Skeleton height={240} />}>
        <CreatedPanel created={create.created} pieces={form.getValues('items')} onAgain={again} />
      </Suspense>
    );
  if (draft.phase === 'loading') return <Skeleton rows={10} height={40} gap={18} />;
  const goOn = async () => {
    const own = (Object.keys(form.getValues()) as FieldPath<RmaValues>[]).filter(
      (field) => stepOf(field) === step,
    );
    if (await form.trigger(own)) steps.goTo(STEP_AFTER[step]);
    else create.focus();
  };
  const onKeyDown = (event: KeyboardEvent) => {
    keepEnter(event);
    if (event.key === 'Enter' && (event.ctrlKey || event.metaKey) && step !== 'sign') void goOn();
  };
  return (
    <FormProvider {...form}>
      {/* The form itself listens: whatever field has the focus, a scanner's Enter stays in it. */}
      {/* oxlint-disable-next-line jsx-a11y/no-noninteractive-element-interactions */}
      <form
        className="create stack"
        noValidate
        onKeyDown={onKeyDown}
        onSubmit={(event) => event.preventDefault()}
      >
        <Spoken step={step} control={form.control}>
          <StepBar step={step} onGo={steps.goTo} />
          {step === 'client' && draft.phase === 'restored' && (
            <Banner tone="info">{t('draft.restored')}</Banner>
          )}
          <div tabIndex={-1} className="deposit-step">
            <Suspense fallback={<Skeleton rows={4} height={120} gap={16} />}>
              {step === 'client' && <ClientStep rules={rules} onOther={() => steps.goTo('pieces')} />}
              {step === 'pieces' && <PiecesStep rules={rules} />}
              {step === 'sign' && <SignStep rules={rules} />}
            </Suspense>
          </div>
          <StepFooter
            step={step}
            rules={rules}
            error={send.error}
            isBusy={send.isPending}
            isWaiting={create.isWaiting}
            onBack={() => steps.goTo(STEP_BEFORE[step])}
            onNext={() => void goOn()}
            onSubmit={() => void create.submit()}
            onClear={again}
          />
        </Spoken>
      </form>
    </FormProvider>
  );
}

/** The client reads the last step: it is in their language. */
function Spoken({
  step,
  control,
  children,
}: {
  step: Step;
  control: ReturnType<typeof useCreateForm>['form']['control'];
  children: ReactNode;
}) {
  const language = useWatch({ control, name: 'language' });
  if (step !== 'sign') return children;
  return (
    <Suspense fallback={null}>
      <ClientLanguage language={language}>{children}</ClientLanguage>
    </Suspense>
  );
}
