// A game between two computer players in node, and the proof that chance was fair (docs/javascript.md).
//
//     node play.mjs [GAME [SEED]]
import { Ochre, Refused } from 'ochre-play';

const [game = 'valley', seed = '1'] = process.argv.slice(2);
const ochre = await Ochre.start();
const play = ochre.open({ game, seed: seed.padStart(64, '0') });

while (!play.isOver) {
  for (const seat of play.asked) {
    const { move } = play.think(seat, 'level:3', play.look().step);
    play.move(seat, move);
  }
}

const { over, step } = play.look('everybody');
console.log(`${game}: over after ${step} moves, winners ${over.winners.join(', ') || 'none'}: ${over.reason}`);

const log = play.log();
const proof = ochre.verify(log);
console.log(`${proof.draws} draws of chance, fair: ${proof.fair}`);

try {
  ochre.verify(log.replace(/^(p1 .)/m, '$1x'));
} catch (error) {
  if (!(error instanceof Refused)) throw error;
  console.log(`A changed log is noticed: ${error.message}`);
}
