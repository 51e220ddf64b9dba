import { lazyPart } from '@atelier/ui/chunks/lazy-part.ts';
import { DEPOSIT_LENGTH } from '@atelier/domain/deposit/contract.ts';
import { TEXT_LENGTH } from '@atelier/domain/contract/limits.ts';
import type { CountryView } from '@atelier/contracts/reference/schema.ts';
import { useQuery } from '@tanstack/react-query';
import { Suspense, useMemo } from 'react';
import { Controller, useFormContext, useWatch } from 'react-hook-form';
import { useTranslation } from 'react-i18next';
import { Combobox } from '@atelier/ui/controls/combobox.tsx';
import { Panel } from '@atelier/ui/layout/panel.tsx';
import { Select } from '@atelier/ui/controls/select.tsx';
import { useStaffFormat } from '../../../lib/session/use-session.ts';
import { LANGUAGES } from '../../../lib/i18n/languages.ts';
import { useEdited } from '../edited.ts';
import { countriesQuery } from '../../../shared/queries/countries.ts';
import type { RmaValues } from '../form-values.ts';
import { AgentField } from './agent-field.tsx';
import { FormText, useFieldError } from './form-field.tsx';

const EarlierDeposits = lazyPart(() => import('./earlier-deposits.tsx'), 'EarlierDeposits');

const NameGlyphs = lazyPart(() => import('./name-glyphs.tsx'), 'NameGlyphs');

/** Who brings the piece, and how to reach them. */
export function CustomerPart() {
  const { t } = useTranslation(['rma', 'deposit']);
  const { control } = useFormContext<RmaValues>();
  const isLocked = useWatch({ control, name: 'phone_locked' });
  const isEdit = useEdited() !== null;
  return (
    <Panel title={t('terms:field.client')} padded>
      <div className="stack">
        <div className="form-grid grid at-start">
          <FormText name="firstname" required maxLength={TEXT_LENGTH.personName} />
          <FormText name="lastname" required maxLength={TEXT_LENGTH.personName} />
          <LanguageField />
          <FormText name="email" required type="email" dir="ltr" maxLength={TEXT_LENGTH.email} />
          <div className="phone-fields grid gap-8">
            <PhoneCode isLocked={isLocked} />
            <FormText
              name="phone"
              required
              type="tel"
              inputMode="tel"
              dir="ltr"
              maxLength={DEPOSIT_LENGTH.phone}
              readOnly={isLocked}
              hint={isLocked ? t('deposit:field.phoneLocked') : undefined}
            />
          </div>
        </div>
        <Suspense>
          <NameGlyphs />
        </Suspense>
        {!isEdit && (
          <Suspense>
            <EarlierDeposits />
          </Suspense>
        )}
        <AgentField />
      </div>
    </Panel>
  );
}

interface Dial {
  readonly value: string;
  readonly label: string;
}

/** Dial codes with their countries; several countries may share one. */
function dialsOf(countries: readonly CountryView[], nameOf: (code: string) => string): Dial[] {
  const byCode = new Map<string, string[]>();
  for (const { dial_code, code } of countries)
    byCode.set(dial_code, [...(byCode.get(dial_code) ?? []), nameOf(code)]);
  return [...byCode].map(([value, names]) => ({ value, label: `+${value} ${names.join(', ')}` }));
}

function PhoneCode({ isLocked }: { isLocked: boolean }) {
  const { t } = useTranslation(['rma', 'common', 'deposit']);
  const { control } = useFormContext<RmaValues>();
  const { country } = useStaffFormat();
  const countries = useQuery(countriesQuery()).data?.data;
  const dials = useMemo(() => dialsOf(countries ?? [], country), [countries, country]);
  const error = useFieldError('phone_code');
  return (
    <Controller
      control={control}
      name="phone_code"
      render={({ field }) => (
        <Combobox
          label={t('deposit:field.phone_code')}
          required
          value={field.value === '' ? null : field.value}
          options={dials}
          onChange={(value) => field.onChange(value ?? '')}
          onBlur={field.onBlur}
          emptyText={t('common:noMatch')}
          disabled={isLocked}
          error={error}
          testId="phone_code"
        />
      )}
    />
  );
}

function LanguageField() {
  const { t } = useTranslation(['rma', 'deposit']);
  const { register } = useFormContext<RmaValues>();
  const error = useFieldError('language');
  return (
    <Select
      label={t('deposit:field.language')}
      required
      options={LANGUAGES.map(({ tag, name }) => ({ value: tag, label: name }))}
      placeholder=""
      error={error}
      testId="language"
      {...register('language')}
    />
  );
}
