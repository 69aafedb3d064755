"""`ochre engine GAME` as a running process, for the programs that compare it with a second one."""

import json
import re
import subprocess


class Difference(Exception):
    """The two programs do not play the same."""


class Engine:
    def __init__(self, ochre, game):
        self.process = subprocess.Popen([ochre, "engine", game], stdin=subprocess.PIPE, stdout=subprocess.PIPE,
                                        text=True, bufsize=1)

    def ask(self, *lines):
        """Sends lines; the answers up to `readyok`."""
        self.process.stdin.write("\n".join(lines + ("isready", "")))
        self.process.stdin.flush()
        answers = []
        for line in self.process.stdout:
            if line.strip() == "readyok":
                return answers
            answers.append(line.strip())
        raise Difference("the program ended")

    def tell(self, *lines):
        answers = self.ask(*lines)
        if answers:
            raise Difference("the program says: " + " / ".join(answers))

    def view(self):
        return json.loads(self.ask("view all")[-1])

    def refusal(self, who, text):
        """The rule that forbids seat number `who` this move, or None when it was made."""
        answers = self.ask("moves p%d>%s" % (who, text))
        match = re.match("info string rule ([^:]*):", answers[-1]) if answers else None
        return match.group(1) if match else None

    def close(self):
        self.process.stdin.close()
        self.process.wait()
