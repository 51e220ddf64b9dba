import { useTranslation } from 'react-i18next';
import { Checkbox } from '@atelier/ui/controls/choice.tsx';
import { useStaffFormat } from '../../lib/session/use-session.ts';
import { usePlaces } from './queries.ts';
import type { ValueFieldProps } from './value-field-props.ts';

type Props = ValueFieldProps & { chosen: readonly (string | number)[] };

/** Countries, factories, or factories and warehouses, each with a box. */
export function PlacesField({ setting, chosen, onChange, error }: Props) {
  const { t, i18n } = useTranslation('system');
  const format = useStaffFormat();
  const { factories, workshops, countries } = usePlaces();
  const sites = setting.kind === 'factories' ? factories : workshops;
  const options =
    setting.kind === 'countries'
      ? countries.map(({ code }) => ({ value: code, label: format.country(code) }))
      : sites.map(({ id, name }) => ({ value: id, label: name }));
  const sorted = options.toSorted((a, b) => a.label.localeCompare(b.label, i18n.language));
  const toggle = (value: string | number, isOn: boolean): void => {
    const others = chosen.filter((each) => each !== value);
    onChange(isOn ? [...others, value] : others);
  };
  return (
    <fieldset className="places" aria-invalid={error ? true : undefined}>
      <legend>{t('newValue')}</legend>
      <div className="places-list">
        {sorted.map(({ value, label }) => (
          <Checkbox
            key={value}
            label={label}
            checked={chosen.includes(value)}
            onChange={(isOn) => toggle(value, isOn)}
            testId={`place-${value}`}
          />
        ))}
      </div>
      {error && (
        <span className="field-error" role="alert">
          {error}
        </span>
      )}
    </fieldset>
  );
}
