import { deckTables } from './cases/deck.ts';

for (const line of deckTables()) console.log(line);
