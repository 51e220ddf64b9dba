import { Button } from '@atelier/ui/controls/button.tsx';
import { Checkbox } from '@atelier/ui/controls/choice.tsx';
import { TextField } from '@atelier/ui/controls/text-field.tsx';
import { Panel } from '@atelier/ui/layout/panel.tsx';
import { RULE_RANGES, type RuleNumber } from '@atelier/domain/processes/what-if/rules.ts';
import { QUALITY_CAUSES } from '@atelier/domain/shared/item-facts.ts';
import { useTranslation } from 'react-i18next';
import { useStaffFormat } from '../../../lib/session/use-session.ts';
import { FeesField } from './fees-field.tsx';
import type { AnsweredProps } from './what-if-props.ts';
import type { WhatIf } from './what-if-query.ts';
import { AS_IT_IS, chargedParam, NUMBER_PARAMS, numberOf } from './what-if-state.ts';

type RulesProps = Pick<AnsweredProps, 'state' | 'change' | 'data'>;

/** Every rule that may be changed, with the value in force beside it. */
export function RulesPanel(props: RulesProps) {
  const { t } = useTranslation('what-if');
  const { change } = props;
  return (
    <Panel
      className="figure what-if-rules"
      title={t('rules.title')}
      testId="what-if-rules"
      action={
        <Button variant="quiet" onClick={() => change(AS_IT_IS)} testId="what-if-reset">
          {t('rules.reset')}
        </Button>
      }
      footer={<p className="small muted">{t('rules.note')}</p>}
    >
      <div className="what-if-fields stack gap-12">
        <Group title={t('rules.warranty')}>
          <RuleField rule="warrantyYears" {...props} />
          <RuleField rule="extendedMonths" {...props} />
        </Group>
        <Charged {...props} />
        <Group title={t('rules.fees')}>
          <RuleField rule="feesPercent" {...props} />
        </Group>
        <FeesField {...props} />
        <Group title={t('rules.marks')}>
          <RuleField rule="readyHours" {...props} />
          <RuleField rule="waitingDays" {...props} />
        </Group>
      </div>
    </Panel>
  );
}

function Group({ title, children }: { title: string; children: React.ReactNode }) {
  return (
    <fieldset className="what-if-group">
      <legend>{title}</legend>
      {children}
    </fieldset>
  );
}

const inForce = (rules: WhatIf['rules'], rule: RuleNumber): number =>
  ({
    warrantyYears: rules.warranty_years,
    extendedMonths: rules.extended_months,
    feesPercent: 0,
    readyHours: rules.ready_hours,
    waitingDays: rules.waiting_days,
  })[rule];

/** What is typed becomes the change when the field is left; what is no value says so and changes nothing. */
function RuleField({ rule, state, change, data }: RulesProps & { readonly rule: RuleNumber }) {
  const { t } = useTranslation('what-if');
  const { number } = useStaffFormat();
  const typed = state.numbers[rule];
  const own = inForce(data.rules, rule);
  const [least, most] = RULE_RANGES[rule];
  const isWrong = numberOf(rule, typed) === undefined;
  return (
    <TextField
      key={typed}
      label={t(`rules.${rule}`)}
      hint={rule === 'feesPercent' ? t('rules.percentHint') : t('rules.inForce', { value: number(own) })}
      {...(isWrong && { error: t('rules.range', { least: number(least), most: number(most) }) })}
      inputMode="numeric"
      placeholder={String(own)}
      defaultValue={typed}
      maxLength={6}
      onBlur={({ target }) => {
        const value = target.value.trim();
        change({ [NUMBER_PARAMS[rule]]: value === '' || Number(value) === own ? null : value });
      }}
      onKeyDown={(event) => event.key === 'Enter' && event.currentTarget.blur()}
      testId={`rule-${rule}`}
    />
  );
}

/** Which causes make a repair chargeable. */
function Charged({ state, change, data }: RulesProps) {
  const { t } = useTranslation(['what-if', 'values']);
  const own = data.rules.charged;
  const charged = state.charged ?? own;
  const set = (cause: (typeof QUALITY_CAUSES)[number], isCharged: boolean) => {
    const after = QUALITY_CAUSES.filter((each) => (each === cause ? isCharged : charged.includes(each)));
    const isOwn = after.length === own.length && after.every((each) => own.includes(each));
    change({ charged: isOwn ? null : chargedParam(after) });
  };
  return (
    <Group title={t('what-if:rules.charged')}>
      {QUALITY_CAUSES.map((cause) => (
        <span key={cause} className="what-if-cause flex middle gap-4">
          <Checkbox
            label={t(`values:cause.${cause}`)}
            checked={charged.includes(cause)}
            onChange={(isCharged) => set(cause, isCharged)}
            testId={`charged-${cause}`}
          />
          {charged.includes(cause) !== own.includes(cause) && (
            <span className="small muted">
              {t(own.includes(cause) ? 'what-if:rules.isCharged' : 'what-if:rules.isFree')}
            </span>
          )}
        </span>
      ))}
    </Group>
  );
}
