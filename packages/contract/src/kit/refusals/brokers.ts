/** Refusals of the names of brokers: status and sentence, see `refusals` in errors.ts. */
export const brokerRefusals = {
  'broker.name-own': [
    409,
    '{name} is the name of the broker {broker}. Names are compared without regard to case and spaces; another broker cannot have it.',
  ],
  'broker.name-adopted': [
    409,
    '{name} was adopted by the broker {broker} already. A name belongs to one broker only: take it back there first.',
  ],
  'broker.name-not-adopted': [409, '{name} is not a name that the broker {broker} adopted.'],
  'broker.not-registered': [422, '{name} is not in Brokers. Register or adopt the name first.'],
  'broker.inactive': [
    422,
    '{name} is not active in Brokers. Choose another broker, or make it active first.',
  ],
  'broker.name-recorded': [
    409,
    '{name} is the former name of the broker {broker}, under which trades were recorded: it cannot be taken back.',
  ],
  'fix-session.no-executions': [422, 'No executions were received on this FIX session on {date}.'],
  'fix-session.gap': [
    409,
    'Message numbers of {name} that did not come on {date}: {numbers}. Contracts would lack what these messages say. Ask the broker to send them again, or upload the broker’s file of the day in Trade Report.',
  ],
  'fix-session.not-ended': [
    409,
    '{name} is not connected, and {date} did not end with a logout: whether all executions came is not known.',
  ],
  'fix-session.no-trade-file': [
    409,
    'No trade file of {date} with these client accounts is here. Upload it in Trade Report, or form the contracts by hand.',
  ],
  'fix-session.document-waits': [409, 'The document of {date} waits for approval.'],
  'fix-session.document-ended': [
    409,
    '{number} was {why}. Press Form Contracts to ask for the document again.',
  ],
  'fix-session.record-ended': [409, '{number} was {why}. Record the contracts in Trade Report to ask again.'],
  'fix-session.password-plain': [
    422,
    'A password is sent over TLS only. Turn TLS on, or leave Password From blank.',
  ],
  'fix-session.inactive': [422, 'The FIX session {name} is not active. Make it active first.'],
} as const satisfies Record<string, readonly [number, string]>
