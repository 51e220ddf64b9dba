/** Shapes of EPCIS 2.0 in JSON that are written here. */
export interface EpcisEvent {
  readonly type: 'ObjectEvent' | 'AggregationEvent' | 'AssociationEvent' | 'TransformationEvent';
  readonly eventID: string;
  /** When it happened, as its sender stated it; `recordTime` is the log's time. */
  readonly eventTime: string;
  readonly eventTimeZoneOffset: '+00:00';
  readonly recordTime: string;
  readonly errorDeclaration?: { readonly declarationTime: string; readonly reason: 'did_not_occur' };
  readonly action?: 'ADD' | 'OBSERVE' | 'DELETE';
  readonly epcList?: readonly string[];
  readonly parentID?: string;
  readonly childEPCs?: readonly string[];
  readonly inputEPCList?: readonly string[];
  readonly outputEPCList?: readonly string[];
  readonly bizStep: string;
  readonly disposition?: string;
  readonly readPoint?: { readonly id: string };
  readonly bizTransactionList?: readonly { readonly type: 'rma'; readonly bizTransaction: string }[];
  readonly sourceList?: readonly { readonly type: PartyRole; readonly source: string }[];
  readonly destinationList?: readonly { readonly type: PartyRole; readonly destination: string }[];
}
type PartyRole = 'possessing_party' | 'location';

export const EPCIS_CONTEXT = 'https://ref.gs1.org/standards/epcis/epcis-context.jsonld';
export const EPCIS_VERSION = '2.0';
