/** One week of `GET /dashboard/create_history`: `CreateWeek` is the ISO week. */
export interface WeekRow {
  readonly CreateYear: number;
  readonly CreateWeek: number;
  readonly label: string;
  readonly total: number;
}
