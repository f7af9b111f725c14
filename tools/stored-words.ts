/**
 * `npm run stored-words`: adds the new stored or sent words to tools/tidy/stored-words.txt. A word that went away stays in the
 * list, and its test fails: only a person takes it out, together with what happens to books and callers that have it.
 */
import { writeFileSync } from 'node:fs'
import { asText, LIST, listedWords, storedWords } from './tidy/stored-words.ts'

const listed = new Set(listedWords())
const added = storedWords().filter((one) => !listed.has(one))
writeFileSync(LIST, asText([...listed, ...added]))
console.log(`${added.length} words added, ${listed.size + added.length} in all.`)
