/** Refusals of documents of brokers: status and sentence, see `refusals` in errors.ts. */
export const documentRefusals = {
  'document.recorded': [
    409,
    'Trades were recorded from {file}. It stays as their source, also after it is undone; undo it to take its trades back.',
  ],
  'document.undone': [
    409,
    '{file} cannot be removed: trades were recorded from it and taken back, and it stays as their source. Nothing of it is in the books. Record it again, or leave it as it is.',
  ],
  'document.carried': [
    409,
    '{file} cannot be removed: {other}, a later file of the day, counts fills of it. Remove that one first.',
  ],
  'document.out-of-sight': [
    409,
    'You uploaded this file before. A trade recorded from it is now in a portfolio that you do not see, so the document is not shown to you. Ask somebody who sees all portfolios.',
  ],
  'document.read-otherwise': [
    409,
    '{file} was uploaded before and read otherwise: {difference}. Nothing that was recorded from it is in the books. Choose whether it is read again, which replaces the first reading, or kept as it is.',
  ],
  'document.recorded-otherwise': [
    409,
    '{file} was uploaded before and read otherwise: {difference}. {trades|trade recorded from it is|trades recorded from it are} in the books. Undo the document, then upload the file again; or correct the trades one by one.',
  ],
  'document.replaced': [
    409,
    'Nothing is recorded from this reading of {file} any more: the file was read again in another way. Record the newer document.',
  ],
  'document.nothing': [409, 'Nothing that was recorded from {file} stands in the books.'],
  'document.settled': [
    409,
    '{file} cannot be undone. Paid or reconciled already: {deals}. Correct or delete single trades instead.',
  ],
  'document.corrected-later': [
    409,
    '{file} cannot be undone as a whole: {other}, a later file of the day, brought further fills of {deals}, which would be taken back too. Delete these trades in Transactions first; recording {other} again forms them anew.',
  ],
  'document.lines': [422, 'The document has no line {line}.'],
  'document.split': [
    422,
    'The parts of contract {contract} come to {parts|share|shares}, but the contract has {shares}.',
  ],
  'document.portfolio': [422, 'Choose a portfolio for client account {client}.'],
  'document.controls': [
    422,
    '{count|control total does|control totals do} not agree with the lines: {first}. Check the document, or enter a reason.',
  ],
  'document.rows': [422, 'None of {rows|contract|contracts} can be recorded. Nothing was saved.'],
  'document.changes': [
    403,
    'Correcting trades from a document needs the right to correct and delete trades.',
  ],
  'document.trade-file-differs': [
    409,
    '{count|execution differs|executions differ} from the trade file of the day ({file}): {first}. Nothing was recorded. The trade file is what is booked: record it, or ask the broker for the right one.',
  ],
  'document.file-gone': [
    409,
    'The file is not kept any more: nothing was recorded from it, and the time for which files are kept is over.',
  ],
  'document.kind': [
    415,
    'This is no document of a broker that can be read: {reason} Trade files of the exchange, trade confirmations (PDF), the monthly list of trades (CSV or .xlsx) and files of FIX messages are.',
  ],
  'document.password': [422, 'The document is protected. Please enter its password.'],
  'document.password-wrong': [422, 'This is not the password of the document.'],
  'document.nothing-read': [
    422,
    'No line of the document can be read. {count|problem was|problems were} found; the first: line {line}, {what}',
  ],
} as const satisfies Record<string, readonly [number, string]>
