import { type ActionField, type FieldSection, type FormKind, isFilled } from './field.ts'

/** The form of each kind: its fields in order, how they are called, and which of them must be filled. */

const needed = (name: string, label: string, help?: string): ActionField => ({
  name,
  label,
  kind: 'date',
  required: true,
  ...(help === undefined ? {} : { help }),
})
/** A date that a notice may leave open. */
const known = (name: string, label: string): ActionField => ({
  name,
  label,
  kind: 'date',
  required: 'unless later',
})
const date = (name: string, label: string, help?: string): ActionField => ({
  name,
  label,
  kind: 'date',
  ...(help === undefined ? {} : { help }),
})
const part = (name: string, label: string, help: string): ActionField => ({
  name,
  label,
  kind: 'part',
  required: true,
  help,
})
const TO_BE_NOTIFIED: ActionField = {
  name: 'datesToBeNotified',
  label: 'Dates to be notified',
  kind: 'flag',
  help: 'It is announced without them and processed once they are known.',
}
const TAX_RATE: ActionField = {
  name: 'taxRate',
  label: 'Tax Rate',
  kind: 'percent',
  help: 'Leave blank for the rate in force.',
}
const FRACTION_PRICE: ActionField = {
  name: 'fractionPrice',
  label: 'Price of Fractions',
  kind: 'price',
  help: 'What one share was paid with, where fractions are paid out.',
}
const FEES: ActionField = {
  name: 'fees',
  label: 'Fees',
  kind: 'money',
  single: true,
  help: 'As charged.',
}
const paidOut = (label = 'Payment Date') => date('paymentDate', label, 'When money is paid.')

export const SECTIONS: Readonly<Record<FormKind, readonly FieldSection[]>> = {
  dividend: [
    {
      title: 'Dates',
      fields: [
        needed('announcementDate', 'Announcement Date'),
        known('exDividendDate', 'Ex-Dividend Date'),
        known('recordDate', 'Record Date'),
        known('paymentDate', 'Payment Date'),
        TO_BE_NOTIFIED,
      ],
    },
    {
      title: 'Dividend',
      fields: [
        {
          name: 'dividendType',
          label: 'Dividend Type',
          kind: 'choice',
          choices: ['Cash', 'Scrip'],
          always: true,
        },
        { name: 'dividendRate', label: 'Dividend Rate', kind: 'rate', required: true },
        {
          name: 'exemptRate',
          label: 'Exempt Rate',
          kind: 'rate',
          help: 'What of the rate bears no tax.',
        },
        TAX_RATE,
        {
          name: 'taxWithheld',
          label: 'Tax Withheld',
          kind: 'money',
          help: 'As on the voucher; compared with what the rate gives.',
        },
        {
          name: 'recoveryOfCost',
          label: 'Recovery of cost',
          kind: 'flag',
          help: 'Gives back cost: no income, no tax.',
        },
      ],
    },
  ],
  scrip: [
    {
      title: 'Dates',
      fields: [
        needed('declarationDate', 'Declaration Date'),
        known('exDividendDate', 'Ex-Dividend Date'),
        known('recordDate', 'Record Date'),
        known('allotmentDate', 'Allotment Date'),
        date('paymentDate', 'Payment Date', 'Of what is left under one share.'),
        TO_BE_NOTIFIED,
      ],
    },
    {
      title: 'Scrip dividend',
      fields: [
        { name: 'dividendType', label: 'Dividend Type', kind: 'text', max: 20 },
        {
          name: 'dividendRate',
          label: 'Dividend Rate',
          kind: 'percent',
          required: (values) => !isFilled(values, 'ratePerShare'),
          help: 'New shares for 100 held. Leave blank for a rate per share.',
        },
        {
          name: 'ratePerShare',
          label: 'Rate per Share',
          kind: 'rate',
          help: 'Satisfied by shares at the issue price, after tax.',
        },
        {
          name: 'issuePrice',
          label: 'Issue Price',
          kind: 'price',
          required: (values) => isFilled(values, 'ratePerShare'),
        },
        TAX_RATE,
        {
          name: 'asIncome',
          label: 'Book as income',
          kind: 'flag',
          help: 'At the issue price. Otherwise shares come in without an entry.',
        },
        {
          name: 'residualPaid',
          label: 'Residual is paid out',
          kind: 'flag',
          help: 'What is left of the dividend under one share.',
        },
      ],
    },
  ],
  bonus: [
    {
      title: 'Ratio',
      fields: [
        part('ratioFrom', 'Ratio From', 'New shares.'),
        part('ratioTo', 'Ratio To', 'For every so many held.'),
        FRACTION_PRICE,
      ],
    },
    {
      title: 'Dates',
      fields: [
        date('announcementDate', 'Announcement Date'),
        known('exDate', 'Ex Date'),
        date('recordDate', 'Record Date'),
        date('allotmentDate', 'Allotment Date', 'The new shares can be sold from then on.'),
        paidOut('Payment Date of Fractions'),
        TO_BE_NOTIFIED,
      ],
    },
  ],
  rights: [
    {
      title: 'Offer',
      fields: [
        part('rightsRatioFrom', 'Rights Ratio From', 'New shares offered.'),
        part('rightsRatioTo', 'Rights Ratio To', 'For every so many held.'),
        { name: 'offerPrice', label: 'Offer Price', kind: 'price', required: true },
        {
          name: 'cumPrice',
          label: 'Cum Price',
          kind: 'price',
          help: 'Leave blank for the last price before XR.',
        },
        {
          name: 'rightsSymbol',
          label: 'Rights Symbol',
          kind: 'text',
          max: 20,
          help: 'Leave blank for the symbol of the share with R.',
        },
      ],
    },
    {
      title: 'Dates',
      fields: [
        needed('announcementDate', 'Announcement Date'),
        known('recordDate', 'Record Date'),
        known('exRightsDate', 'Ex-Rights Date'),
        known('subscriptionStart', 'Subscription Start'),
        { ...known('subscriptionEnd', 'Subscription End'), help: 'Last day of acceptance and payment.' },
        date('renunciationDate', 'Renunciation Date', 'Last day to renounce.'),
        date('allotmentDate', 'Allotment Date'),
        TO_BE_NOTIFIED,
      ],
    },
    {
      title: 'Subscription',
      fields: [
        {
          name: 'subscribed',
          label: 'Subscribed',
          kind: 'choice',
          choices: ['Yes', 'No'],
          single: true,
          help: 'Leave blank until it is decided.',
        },
        {
          name: 'subscribedQty',
          label: 'Subscribed Quantity',
          kind: 'shares',
          single: true,
          when: (values) => values['subscribed'] === 'Yes',
          required: (values) => values['subscribed'] === 'Yes' && isFilled(values, 'portfolio'),
        },
        {
          name: 'amountPaid',
          label: 'Amount Paid',
          kind: 'money',
          single: true,
          when: (values) => values['subscribed'] === 'Yes',
        },
        {
          name: 'allottedShares',
          label: 'Allotted Shares',
          kind: 'shares',
          single: true,
          when: (values) => values['subscribed'] === 'Yes',
        },
      ],
    },
  ],
  split: ratioSections('Shares before.', 'Shares after: 1 into 3 gives three for each.'),
  consolidation: ratioSections('Shares before.', 'Shares after: 10 into 1 gives one for ten.'),
  merger: [
    {
      title: 'Exchange',
      fields: [
        {
          name: 'newSecurityCode',
          label: 'New Security Code',
          kind: 'security',
          required: true,
          help: 'What the holders receive.',
        },
        part('ratioFrom', 'Ratio From', 'Shares received.'),
        part('ratioTo', 'Ratio To', 'For every so many given.'),
        { name: 'cashPerShare', label: 'Cash per Share', kind: 'rate' },
        {
          name: 'firstDayPrice',
          label: 'First-day Price',
          kind: 'price',
          help: 'Of the new share. Leave blank for the price recorded on that day.',
        },
      ],
    },
    {
      title: 'Dates',
      fields: [
        date('announcementDate', 'Announcement Date'),
        needed('effectiveDate', 'Effective Date'),
        paidOut('Payment Date of Cash'),
      ],
    },
  ],
  'spin-off': [
    {
      title: 'Shares received',
      fields: [
        {
          name: 'newSecurityCode',
          label: 'New Security Code',
          kind: 'security',
          required: true,
          help: 'The security that is spun off.',
        },
        part('ratioFrom', 'Ratio From', 'Shares received.'),
        part('ratioTo', 'Ratio To', 'For every so many held.'),
        {
          name: 'parentPrice',
          label: 'First-day Price of the Parent',
          kind: 'price',
          help: 'The cost is split by the two prices; blank takes those recorded.',
        },
        { name: 'firstDayPrice', label: 'First-day Price', kind: 'price', help: 'Of the new share.' },
        FRACTION_PRICE,
      ],
    },
    {
      title: 'Dates',
      fields: [
        date('announcementDate', 'Announcement Date'),
        needed('effectiveDate', 'Effective Date'),
        paidOut('Payment Date of Fractions'),
      ],
    },
  ],
  identity: [
    {
      title: 'Change',
      fields: [
        {
          name: 'newSecurityCode',
          label: 'New Security Code',
          kind: 'text',
          max: 20,
          required: (values) => !isFilled(values, 'newName') && !isFilled(values, 'newIsin'),
          help: 'Leave blank where the ticker stays.',
        },
        { name: 'newName', label: 'New Name', kind: 'text', max: 200 },
        { name: 'newIsin', label: 'New ISIN', kind: 'text', max: 12 },
      ],
    },
    {
      title: 'Dates',
      fields: [date('announcementDate', 'Announcement Date'), needed('effectiveDate', 'Effective Date')],
    },
  ],
  delisting: [
    {
      title: 'Delisting',
      fields: [
        {
          name: 'pricePerShare',
          label: 'Price per Share',
          kind: 'rate',
          help: 'Leave blank where the shares are worthless.',
        },
        date('announcementDate', 'Announcement Date'),
        needed('effectiveDate', 'Effective Date'),
        paidOut(),
      ],
    },
  ],
  buyback: [
    {
      title: 'Offer',
      fields: [
        part('ratioFrom', 'Ratio From', 'Shares bought back.'),
        part('ratioTo', 'Ratio To', 'Of every so many held.'),
        { name: 'offerPrice', label: 'Offer Price', kind: 'price', required: true },
        FEES,
      ],
    },
    {
      title: 'Dates',
      fields: [
        date('announcementDate', 'Announcement Date'),
        needed('effectiveDate', 'Effective Date'),
        paidOut(),
      ],
    },
  ],
  tender: [
    {
      title: 'Offer',
      fields: [{ name: 'offerPrice', label: 'Offer Price', kind: 'price', required: true }, FEES],
    },
    {
      title: 'Dates',
      fields: [
        date('announcementDate', 'Announcement Date'),
        date('acceptanceDate', 'Acceptance Date', 'Last day of acceptance.'),
        needed('effectiveDate', 'Effective Date'),
        paidOut(),
      ],
    },
  ],
  election: [
    {
      title: 'Dividend',
      fields: [
        {
          name: 'ratePerShare',
          label: 'Rate per Share',
          kind: 'rate',
          required: true,
        },
        {
          name: 'issuePrice',
          label: 'Issue Price',
          kind: 'price',
          required: true,
          help: 'Of shares taken instead of money.',
        },
        TAX_RATE,
      ],
    },
    {
      title: 'Dates',
      fields: [
        date('announcementDate', 'Announcement Date'),
        needed('exDividendDate', 'Ex-Dividend Date'),
        date('recordDate', 'Record Date'),
        needed('electionDate', 'Election Date', 'Last day to choose shares.'),
        date('allotmentDate', 'Allotment Date'),
        needed('paymentDate', 'Payment Date'),
      ],
    },
  ],
}

function ratioSections(from: string, to: string): readonly FieldSection[] {
  return [
    {
      title: 'Ratio',
      fields: [part('ratioFrom', 'Ratio From', from), part('ratioTo', 'Ratio To', to), FRACTION_PRICE],
    },
    {
      title: 'Dates',
      fields: [
        date('announcementDate', 'Announcement Date'),
        needed('effectiveDate', 'Effective Date'),
        paidOut('Payment Date of Fractions'),
      ],
    },
  ]
}
