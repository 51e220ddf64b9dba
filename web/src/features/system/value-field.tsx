import { DEFAULT_TOLERANCE_MG } from '@atelier/domain/shared/weight-tolerance.ts';
import { INTERVAL_MINUTES, type Schedule } from '@atelier/domain/shared/schedule.ts';
import { useTranslation } from 'react-i18next';
import { Checkbox, SegmentedControl } from '@atelier/ui/controls/choice.tsx';
import { Select } from '@atelier/ui/controls/select.tsx';
import { TextField, TextArea } from '@atelier/ui/controls/text-field.tsx';
import { readDecimal } from '../../lib/i18n/typed-number.ts';
import type { ConfigValue, SettingView } from './queries.ts';
import type { ValueFieldProps } from './value-field-props.ts';
import { PlacesField } from './places-field.tsx';
import { NO_LIMITS, StageField } from './stage-field.tsx';
import { useWording } from './use-wording.ts';
import { AmountsField } from './amounts-field.tsx';
import {
  asList,
  asSchedule,
  asStage,
  asTexts,
  measured,
  measuredMinutes,
  nothingOf,
  weekdayName,
} from './value-words.ts';
import type { TranslatedText } from '@atelier/domain/contract/translated-text.ts';
import { LANGUAGES } from '../../lib/i18n/languages.ts';

/** What own words begin with. */
const NO_WORDS: TranslatedText = { en: '', 'zh-CN': '', 'zh-TW': '', fr: '', es: '', ja: '', ar: '' };

type Props = ValueFieldProps & { texts: TranslatedText };

/** A text in every language, each in a separate field, written the way that language is. */
function TextsField({ setting, texts, onChange, error }: Props) {
  const missing = LANGUAGES.find(({ tag }) => texts[tag].trim() === '')?.tag ?? LANGUAGES.at(-1)?.tag;
  return LANGUAGES.map(({ tag, name, dir }) => (
    <TextArea
      key={tag}
      label={name}
      lang={tag}
      dir={dir}
      rows={4}
      required
      maxLength={setting.max ?? undefined}
      value={texts[tag]}
      onChange={(event) => onChange({ ...texts, [tag]: event.target.value })}
      error={tag === missing ? error : undefined}
      testId={`text-${tag}`}
    />
  ));
}

/** The control for a value's kind; what may be left to the installation has a box for that above it. */
export function ValueField(props: ValueFieldProps) {
  const { t } = useTranslation('system');
  const { setting, value, onChange } = props;
  const usual = setting.nullable && (
    <Checkbox
      label={t(`nothing.${nothingOf(setting)}`)}
      checked={value === null}
      onChange={(isUsual) => onChange(isUsual ? null : beginningOf(setting))}
      testId="value-usual"
    />
  );
  return (
    <div className="stack gap-10">
      {usual}
      {value !== null && <Control {...props} />}
    </div>
  );
}

/** What a value begins with that was left to the installation until now. */
function beginningOf({ kind, unit, min, in_force: inForce }: SettingView): ConfigValue {
  if (unit === 'milligrams') return DEFAULT_TOLERANCE_MG;
  if (kind === 'schedule') return { mode: 'daily', at: '03:00' };
  if (kind === 'stage') return { ...(asStage(inForce) ?? NO_LIMITS) };
  if (kind === 'texts') return NO_WORDS;
  if (kind === 'amounts') return {};
  if (kind === 'number') return Math.max(min ?? 0, 90);
  return [];
}

function Control(props: ValueFieldProps) {
  switch (props.setting.kind) {
    case 'number':
      return <NumberField {...props} />;
    case 'flag':
      return <FlagField {...props} />;
    case 'schedule':
      return <ScheduleField {...props} />;
    case 'stage':
      return <StageField {...props} />;
    case 'countries':
    case 'factories':
    case 'sites':
      return <PlacesField {...props} chosen={asList(props.value) ?? []} />;
    case 'texts':
      return <TextsField {...props} texts={asTexts(props.value) ?? NO_WORDS} />;
    case 'amounts':
      return <AmountsField {...props} />;
    case 'retention':
      return null;
  }
}

function NumberField({ setting, value, onChange, error }: ValueFieldProps) {
  const { t } = useTranslation('system');
  const wording = useWording();
  const { min, max, unit } = setting;
  const hint = t('range', {
    min: measured(min ?? 0, unit, wording),
    max: measured(max ?? 0, unit, wording),
  });
  return (
    <TextField
      label={t('newValue')}
      type="number"
      inputMode="numeric"
      min={min ?? undefined}
      max={max ?? undefined}
      value={typeof value === 'number' ? String(value) : ''}
      onChange={(event) => onChange(numberIn(event.target.value))}
      hint={hint}
      error={error}
      testId="new-value"
    />
  );
}

/** A setting is a plain number: a point or a comma is always the decimal mark. */
const SETTING_DIGITS = 6;

/** An empty box is no number: the server says so in the field's own words. */
const numberIn = (text: string): ConfigValue => readDecimal(text, SETTING_DIGITS) ?? text.trim();

function FlagField({ value, onChange }: ValueFieldProps) {
  const { t } = useTranslation('system');
  return (
    <SegmentedControl
      label={t('newValue')}
      value={value === true ? 'yes' : 'no'}
      options={[
        { value: 'yes', label: t('terms:yes') },
        { value: 'no', label: t('terms:no') },
      ]}
      onChange={(next) => onChange(next === 'yes')}
    />
  );
}

const MODES = ['off', 'interval', 'daily', 'weekly'] as const;

function begun(mode: Schedule['mode']): Schedule {
  if (mode === 'interval') return { mode, minutes: 60 };
  if (mode === 'daily') return { mode, at: '03:00' };
  return mode === 'weekly' ? { mode, day: 1, at: '03:00' } : { mode };
}

/** When a job runs automatically: never, every so often, at a time of day, or on one day of the week. */
function ScheduleField({ value, onChange, error }: ValueFieldProps) {
  const { t } = useTranslation('system');
  const plan = asSchedule(value) ?? begun('off');
  return (
    <>
      <Select
        label={t('schedule.mode')}
        value={plan.mode}
        options={MODES.map((mode) => ({ value: mode, label: t(`schedule.kind.${mode}`) }))}
        onChange={(event) => onChange(begun(MODES.find((mode) => mode === event.target.value) ?? 'off'))}
        error={error}
        testId="schedule-mode"
      />
      <div className="config-pair grid at-start gap-12">
        {plan.mode === 'interval' && <IntervalField plan={plan} onChange={onChange} />}
        {plan.mode === 'weekly' && <DayField plan={plan} onChange={onChange} />}
        {(plan.mode === 'daily' || plan.mode === 'weekly') && (
          <TextField
            label={t('schedule.at')}
            type="time"
            value={plan.at}
            onChange={(event) => onChange({ ...plan, at: event.target.value })}
            hint={t('schedule.utc')}
            testId="schedule-at"
          />
        )}
      </div>
    </>
  );
}

interface PlanFieldProps<Plan> {
  plan: Plan;
  onChange: ValueFieldProps['onChange'];
}

function IntervalField({ plan, onChange }: PlanFieldProps<Extract<Schedule, { mode: 'interval' }>>) {
  const { t } = useTranslation('system');
  const wording = useWording();
  return (
    <Select
      label={t('schedule.interval')}
      value={plan.minutes}
      options={INTERVAL_MINUTES.map((each) => ({ value: each, label: measuredMinutes(each, wording) }))}
      onChange={(event) => onChange({ mode: 'interval', minutes: Number(event.target.value) })}
      testId="schedule-interval"
    />
  );
}

function DayField({ plan, onChange }: PlanFieldProps<Extract<Schedule, { mode: 'weekly' }>>) {
  const { t, i18n } = useTranslation('system');
  return (
    <Select
      label={t('schedule.day')}
      value={plan.day}
      options={[1, 2, 3, 4, 5, 6, 7].map((day) => ({ value: day, label: weekdayName(day, i18n.language) }))}
      onChange={(event) => onChange({ ...plan, day: Number(event.target.value) })}
      testId="schedule-day"
    />
  );
}
