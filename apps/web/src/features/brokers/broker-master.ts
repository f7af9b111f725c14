import { brokers } from '@em/contract/brokers/brokers'
import { defineMaster } from '../../registers/master.ts'

export const brokerMaster = defineMaster(brokers, {
  words: {
    listFailed: 'Failed to fetch brokers',
    incomplete: 'Please fill in all required fields.',
    saved: 'Broker saved successfully!',
    saveFailed: 'Error saving broker. Please try again.',
    updated: 'Broker updated successfully!',
    updateFailed: 'Failed to update broker. Please try again.',
    deleteQuestion: 'Are you sure you want to delete this broker?',
    deleted: 'Broker deleted.',
    deleteFailed: 'Failed to delete broker',
  },
  titleOf: (broker) => String(broker['name']),
  inUseSentence: (message) => `${message} A broker no longer used can be made inactive instead.`,
})
