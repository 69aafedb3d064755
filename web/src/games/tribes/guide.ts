import { t } from '../../lib/i18n.svelte';
import type { Step } from '../../lib/wire';
import type { Pick } from '../board';
import type { Decision, Guide } from '../game';
import type { Phase, RawView, Resource } from './raw';

/** Once something is touched: what that means, or what is touched next. */
function asking(step: Step, pick: Pick): string | undefined {
  const view = step.view as RawView;
  if (pick.ready?.words) return `${pick.ready.words}.`;
  const [kind, id = ''] = (pick.picked[0] ?? '').split(':');
  if (kind === 'land') return t('Lay {0}: touch a glowing place.', { 0: view.kinds[id as Resource] });
  if (kind === 'cell' && view.phase === 'STEP') return t('Touch the land where the member walks.');
  if (kind === 'board')
    return t('Your arrow opens the way to {0}: touch the deed it starts from.', {
      0: view.boards[view.grid[id] ?? '']?.name ?? '',
    });
  return undefined;
}

/** The rule to read on at, and what somebody may want to know the first time. */
function explained(phase: Phase): { rule: string; help: string } | null {
  switch (phase) {
    case 'ARRANGE':
      return { rule: '4.2', help: t('All three touch each other, so that nothing in the game depends on it.') };
    case 'FOUND':
      return {
        rule: '4.2',
        help: t('Members on the right land complete deeds: begin on a kind that a deed of epoch 1 asks for.'),
      };
    case 'TAKE':
      return {
        rule: '4.3',
        help: t(
          'The first tile is free. For every tile you step over, lay one of your shells on it. You get the shells on the tile you take. A tile with a hand can complete a deed instead.',
        ),
      };
    case 'MODE':
      return {
        rule: '4.4',
        help: t(
          'Your tile shows a hand: touch a glowing deed to complete it, or do the action of the tile. A deed brings points and raises a track. Later stones on a deed never bring more than earlier ones.',
        ),
      };
    case 'BIRTH':
      return { rule: '4.5', help: t('A new member joins members of yours, on fresh or exhausted land.') };
    case 'LIFT':
      return { rule: '4.5', help: t('For every member that you could not add, one may change places, however far.') };
    case 'DROP':
      return { rule: '4.5', help: '' };
    case 'LAY':
      return {
        rule: '4.5',
        help: t(
          'All new land is laid, and it stays where it lies. Keep what deeds ask for within reach of your members.',
        ),
      };
    case 'RENEW':
      return {
        rule: '4.5',
        help: t('Only land without members can be renewed. It is then as good as before, of the same kind.'),
      };
    case 'STEP':
      return {
        rule: '4.5',
        help: t(
          'A step goes from one land tile of yours to a neighbouring one, fresh or exhausted. You may stop earlier.',
        ),
      };
    case 'WILD':
      return {
        rule: '4.6',
        help: t(
          'The deed needs a kind on which too few members of yours stand. Other land with members stands in for it and is exhausted; the members stay.',
        ),
      };
    case 'LOSE':
      return { rule: '1.7', help: t('The member goes back to your reserve. Your last one always stays.') };
    case 'WITHER':
      return {
        rule: '1.7',
        help: t(
          'Exhausted land serves no deed and does not count at the end, unless it is renewed. Members may still live there.',
        ),
      };
    case 'PICK':
      return { rule: '1.7', help: t('Every choice is offered, also one that does nothing for you now.') };
    default:
      return null;
  }
}

export const guide: Guide = {
  decision(step, _me, pick): Decision {
    const { phase } = step.view as RawView;
    return { kind: phase, ask: asking(step, pick), help: '', ...explained(phase) };
  },
  careful: (move) => /@|^C|^x/.test(move.m),
  confirm: (move) =>
    move.m.includes('@') ? t('Lay the land here') : move.m.startsWith('C') ? t('Complete it') : t('Exhaust it'),
};
