/** Why a book cannot be loaded, in a sentence that names the section and the row. */
export class BookFault extends Error {
  constructor(message: string, options?: ErrorOptions) {
    super(message, options)
    this.name = 'BookFault'
  }
}

export interface RowAddress {
  readonly section: string
  /** From 1. */
  readonly row: number
}

export const faultAt = ({ section, row }: RowAddress, message: string, options?: ErrorOptions) =>
  new BookFault(`${section}, row ${row}: ${message}`, options)
