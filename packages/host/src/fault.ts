export { describeError, Fault } from '@atelier/event-store/fault.ts';
