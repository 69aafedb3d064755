// A lesson of dice, solved by touch as somebody would.

/** What is touched for a move of dice. */
const touches = (move) => move.replace(/r$/, ' rotate').match(/[a-h]\d|rotate/g);

export async function solve(page, task, lang = 'en') {
  await page.getByText(task.ask[lang], { exact: true }).waitFor();
  const [move] = task.accept;
  if (move.includes('*')) await page.getByRole('button', { name: 'Show me' }).click();
  for (const thing of touches(move)) await page.locator(`.board [data-touch="${thing}"]`).first().click();
  if (move.includes('=')) await page.locator('.acts .strong').click(); // a stone is given away: asked once more
  await page.locator('.fb.right', { hasText: task.right[lang] }).waitFor();
}
