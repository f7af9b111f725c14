/** A PDF would have more rows than are made at once; the message is for the user. */
export class ReportTooLong extends Error {
  constructor(rows: number, most: number) {
    const count = (value: number) => value.toLocaleString('en-LK')
    super(
      `A PDF takes up to ${count(most)} lines, this report has ${count(rows)}. Narrow the filters, or export to Excel.`,
    )
    this.name = 'ReportTooLong'
  }
}
