import type { ShipmentView } from '@atelier/contracts/shipping/schema.ts';
import { useQueryClient } from '@tanstack/react-query';
import type { ApiError } from '../../lib/api/api-error.ts';
import { useCommand } from '../../lib/api/use-command.ts';
import type { PathOf } from '../../lib/api/calls.ts';

export type PackagePath = Extract<PathOf<'POST'>, `/package/${string}`>;

export interface PackageCommand<Input, P extends PackagePath> {
  readonly shipment: Pick<ShipmentView, 'tracking_no' | 'version'>;
  readonly path: P;
  readonly bodyOf: (input: Input) => object;
  /** What to say once it is done. */
  readonly notice: string;
  readonly onDone?: () => void;
  readonly quiet?: readonly string[];
  readonly onError?: (error: ApiError) => void;
}

/**
 * A change of one package, decided on the version one sees: who was faster is told, and the page shows what it is now.
 */
export function usePackageCommand<P extends PackagePath, Input = void>({
  shipment,
  path,
  bodyOf,
  notice,
  onDone,
  quiet,
  onError,
}: PackageCommand<Input, P>) {
  const client = useQueryClient();
  const refresh = () => void client.invalidateQueries({ queryKey: ['shipping'] });
  return useCommand(
    (input: Input) => ({
      path,
      body: { tracking_no: shipment.tracking_no, ...bodyOf(input) },
      ifMatch: shipment.version,
    }),
    {
      ...(quiet !== undefined && { quiet }),
      done: notice,
      onSuccess: () => {
        refresh();
        onDone?.();
      },
      onError: (error) => {
        refresh();
        onError?.(error);
      },
    },
  );
}
