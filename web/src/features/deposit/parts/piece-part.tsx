import { useFormContext, useWatch } from 'react-hook-form';
import { useTranslation } from 'react-i18next';
import { Panel } from '@atelier/ui/layout/panel.tsx';
import { PieceImage } from '../../../shared/item/piece-image.tsx';
import type { FormRules } from '../form-issues.ts';
import type { RmaValues } from '../form-values.ts';
import { PieceBody } from './piece-body.tsx';

/** A piece of a deposit that is edited, with all of its fields. */
export function PiecePart({ index, rules }: { index: number; rules: () => FormRules }) {
  const { t } = useTranslation('deposit');
  const { control } = useFormContext<RmaValues>();
  const [kind, name] = useWatch({
    control,
    name: [`items.${index}.product_kind`, `items.${index}.product_name`],
  });
  return (
    <Panel
      title={
        <span className="row">
          <PieceImage kind={kind} size={28} />
          {t('section.piece', { number: index + 1 })}
        </span>
      }
      aside={<bdi>{name}</bdi>}
      padded
      testId={`piece-${index}`}
    >
      <PieceBody index={index} rules={rules} brief={false} />
    </Panel>
  );
}
