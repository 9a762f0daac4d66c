"""A bot at the table: each kind of misbehaviour is the fault it should be, and costs nobody else anything."""

import hashlib
import json
import os
import subprocess
import sys

import pytest

import bots
import games
from bots.player import BotPlayer
from tests.bots import tables
from tests.bots.tables import acting, faults, play


@pytest.mark.parametrize(
    ("body", "kind", "said"),
    [
        ("return '2Z'", "illegal", "not one of the legal actions"),
        ("return None", "malformed", "act returned NoneType"),
        ("return view.legal_actions", "malformed", "act returned tuple"),
        ("return 10 ** 100_000", "malformed", "act returned int"),
        ("return float('nan')", "malformed", "act returned float"),
        ("return 'x' * 10_000_000", "malformed", "10000000 characters"),
        ("return '\\ud800'", "malformed", "half a character"),
        ("return 'a\\0b'", "malformed", "NUL"),
        ("return type('S', (str,), {})('7H')", "illegal", "'7H' is not one of"),
        ("1 / 0", "crash", "ZeroDivisionError: division by zero"),
        ("sys.exit(0)", "crash", "SystemExit"),
        ("raise KeyboardInterrupt", "crash", "KeyboardInterrupt"),
        ("os._exit(0)", "crash", "exited with status 0"),
        ("os._exit(7)", "crash", "exited with status 7"),
        ("ctypes.string_at(0)", "crash", "killed by SIGSEGV"),
        ("return self.act(view)", "crash", "RecursionError"),
        ("os.close(4); return view.legal_actions[0]", "crash", ""),
        ("os.close(3); os.close(4); time.sleep(60)", "crash", "closed its pipe"),
        ("bytearray(1 << 30)", "memory", "MemoryError"),
        ("x = []\nwhile True: x.append(bytes(1 << 20))", "memory", "MemoryError"),
        ("while True: pass", "timeout", ""),
        ("time.sleep(60)", "timeout", ""),
        ("threading.Event().wait()", "timeout", ""),
        ("sum(range(10 ** 8)); return view.legal_actions[0]", "timeout", ""),
        ("while True: print('x' * 1000)", "output", "printed more than"),
        ("while True: os.write(2, bytes(10 ** 6))", "output", "printed more than"),
        ("os.write(4, b'x' * 5000); time.sleep(60)", "malformed", "longer than 4096"),
        ("os.write(4, b'{\"n\":')\ntime.sleep(60)", "timeout", ""),
        ("while True:\n    os.write(4, b' ')", "malformed", "longer than 4096"),
        ("os.write(4, b'[' * 4000 + b'\\n'); time.sleep(60)", "malformed", "answer"),
        ('os.write(4, b\'{"n":99,"action":"7H"}\\n\'); time.sleep(60)', "malformed", "question 99"),
    ],
)
def test_misbehaviour_is_its_kind_of_fault(body: str, kind: str, said: str):
    outcome = play(acting(body))
    assert faults(outcome) == [kind, kind]
    assert said in outcome.logs[0]
    assert outcome.replay["match_scores"] == [0.0, 1.0]


def test_an_endless_loop_ends_at_its_cpu_time_long_before_the_clock_on_the_wall():
    """With the limits that matches have: a busy host slows the loop down, and its time with it."""
    outcome = play(acting("while True: pass"), limits=bots.Limits(action_seconds=0.1))
    assert faults(outcome) == ["timeout", "timeout"]
    assert outcome.logs[0].count("the 0.1 s of CPU time it has for this") == 2


ANSWER = """
def answer(n, view):
    os.write(4, json.dumps({"n": n, "action": view.legal_actions[0]}).encode() + b"\\n")
"""  # the question about the first action has number 2


def test_an_answer_before_the_question_is_no_answer():
    code = ANSWER + acting("""
        if view.history == ():
            answer(2, view)
            answer(3, view)
            time.sleep(60)
        return view.legal_actions[0]
    """)
    outcome = play(code)  # it may be stopped between the two, and then the second one comes when it is asked
    assert set(faults(outcome)) <= {"malformed", "illegal", "timeout"}
    assert faults(outcome)


def test_two_answers_to_one_question_are_malformed():
    outcome = play(ANSWER + acting("answer(2, view); return view.legal_actions[0]"))
    assert set(faults(outcome)) == {"malformed"}


def test_an_answer_after_the_limit_is_a_timeout_and_never_the_next_answer():
    code = acting("""
        if not view.history:
            end = time.process_time() + 0.3
            while time.process_time() < end: pass
        return view.legal_actions[-1]
    """)
    outcome = play(code, boards=2)
    called = [game for game in outcome.replay["games"] if game["faults"]]
    assert faults(outcome) == ["timeout", "timeout"]  # the games in which it calls trumps
    assert all(game["deals"][0]["actions"] == [] for game in called)
    assert outcome.replay["match_scores"][0] > 0 or len(called) == 2


def test_three_faults_forfeit_and_after_each_the_bot_starts_anew():
    code = """
        print("started")
        class Bot:
            games = 0
            def act(self, view):
                Bot.games += 1
                print("acting", Bot.games)
                1 / 0
    """
    outcome = play(code, boards=3)
    assert faults(outcome) == ["crash"] * 3
    assert outcome.logs[0].count("started") == 3
    assert "acting 2" not in outcome.logs[0]


def test_an_illegal_action_does_not_end_the_process():
    code = """
        print("started")
        class Bot:
            def act(self, view):
                return "2Z"
    """
    outcome = play(code, boards=2)
    assert faults(outcome) == ["illegal"] * 3  # the third forfeits
    assert outcome.logs[0].count("started") == 2  # once for each seat


def test_a_process_plays_from_one_seat_and_is_told_of_each_game_that_it_finished():
    code = """
        class Bot:
            def __init__(self, match):
                print("match", match.game.name, match.seats, match.boards, match.options["sevens"])
                self.games = []
            def act(self, view):
                return view.legal_actions[0]
            def game_over(self, result):
                self.games.append((result["number"], len(result["deals"][0]["actions"]), sorted(result["places"])))
                print("over", [number for number, _, _ in self.games])
    """
    outcome = play(code, boards=2)
    lines = outcome.logs[0].splitlines()
    assert [line for line in lines if "match" in line] == ["match saat-aath 2 2 top"] * 2
    assert [line for line in lines if "over" in line] == ["over [0]", "over [1]", "over [0, 2]", "over [1, 3]"]


@pytest.mark.parametrize("preset", [("saat-aath", "classic"), ("badam-satti", "quick")])
def test_no_process_meets_a_board_twice(preset):
    """By the second time it would know every card, from its game on another seat."""
    game = games.load(*preset)
    code = (
        acting("return view.legal_actions[0]")
        + """
    seen = []
    def game_over(self, result):
        assert result["board"] not in self.seen, "it knows the pack"
        self.seen.append(result["board"])
        print("boards", self.seen)
"""
    )
    entrants = [bots.Entrant("bot", source=tables.source(code))]
    entrants += [bots.Entrant(f"random {n}", builtin="random") for n in range(1, game.seats)]
    outcome = bots.run_match(game, entrants, seed="1", boards=3, limits=tables.QUICK)
    assert faults(outcome) == []
    assert outcome.logs[0].count("boards [0, 1, 2]") == game.seats


def test_a_fault_in_game_over_counts_at_the_next_action():
    code = """
        class Bot:
            def act(self, view):
                return view.legal_actions[0]
            def game_over(self, result):
                1 / 0
    """
    outcome = play(code)
    assert faults(outcome) == ["crash"]
    assert outcome.replay["games"][0]["faults"] == []


def test_a_bot_that_does_not_load_is_at_fault_when_it_has_to_act():
    outcome = play("import nowhere")
    assert faults(outcome) == ["crash", "crash"]
    assert "ModuleNotFoundError: No module named 'nowhere'" in outcome.logs[0]


def test_cpu_time_is_measured_and_bounded_over_the_match():
    busy = acting("""
        end = time.process_time() + 0.02
        while time.process_time() < end: pass
        return view.legal_actions[0]
    """)
    limits = bots.Limits(action_seconds=0.2, match_seconds=0.4)
    outcome = play(busy, limits=limits, boards=2)
    assert "timeout" in faults(outcome)
    assert 0.4 <= outcome.cpu_seconds[0] < 0.7
    assert "CPU time for the match" in outcome.logs[0]
    assert outcome.cpu_seconds[1] == 0


def test_the_processes_of_a_bot_share_its_time_for_the_match():
    busy = acting("""
        end = time.process_time() + 0.02
        while time.process_time() < end: pass
        return view.legal_actions[0]
    """)
    outcome = play(busy, limits=bots.Limits(action_seconds=0.2, match_seconds=0.8), boards=3)
    assert "timeout" in faults(outcome)
    assert 0.8 <= outcome.cpu_seconds[0] < 1.2


def test_sleeping_a_little_before_every_answer_is_not_free():
    outcome = play(acting("time.sleep(0.3); return view.legal_actions[0]"))
    assert "timeout" in faults(outcome)
    assert "slept more than" in outcome.logs[0]


def test_a_thread_gets_nothing_done_while_the_bot_is_not_to_act():
    code = """
        import threading, time
        class Bot:
            def __init__(self):
                self.count = 0
                threading.Thread(target=self.think, daemon=True).start()
            def think(self):
                while True:
                    self.count += 1
                    time.sleep(0.001)
            def act(self, view):
                print("resumed", self.count - getattr(self, "left", self.count))
                self.left = self.count
                return view.legal_actions[0]
    """
    slow = acting("time.sleep(0.05); return view.legal_actions[0]")
    outcome = play(code, slow, limits=bots.Limits())
    counts = [int(line.split()[1]) for line in outcome.logs[0].splitlines() if line.startswith("resumed")]
    assert len(counts) > 20
    assert sorted(counts)[len(counts) // 2] <= 5  # 50 of them pass while the other one sleeps


def test_a_flood_ends_at_its_cap_and_the_log_keeps_both_ends():
    outcome = play(
        acting("""
        print("first")
        for n in range(10 ** 7): print(n)
    """),
        limits=bots.Limits(action_seconds=10),
    )
    assert faults(outcome) == ["output", "output"]
    assert outcome.logs[0].startswith("first\n0\n")
    assert "bytes left out" in outcome.logs[0]
    assert len(outcome.logs[0]) < 70_000


def test_output_is_made_safe_and_unfinished_lines_are_kept():
    outcome = play(
        acting("""
        os.write(1, b"\\0\\xff\\x1b[0m")
        print("\\ud800", end="")
        print("no line end", end="")
        return view.legal_actions[0]
    """)
    )
    assert faults(outcome) == []
    assert "no line end" in outcome.logs[0]
    assert "\0" not in outcome.logs[0]
    outcome.logs[0].encode()


def test_closing_the_log_harms_nothing():
    outcome = play(acting("os.closerange(1, 3); return view.legal_actions[0]"))
    assert faults(outcome) == []


def test_a_bot_at_a_table_of_four():
    game = games.load("badam-satti", "quick")
    entrants = [bots.Entrant("bot", source=tables.source(acting("1 / 0")))]
    entrants += [bots.Entrant(f"random {n}", builtin="random") for n in range(3)]
    outcome = bots.run_match(game, entrants, seed="1", boards=1, limits=tables.QUICK)
    assert faults(outcome) == ["crash"] * 3  # the third forfeits
    assert [g["places"][0] for g in outcome.replay["games"]] == [4] * 4


def test_its_seed_is_its_own_and_reproducible():
    code = """
        import random
        import numpy
        class Bot:
            def __init__(self, match):
                print(match.seed, random.random(), numpy.random.random(), hash("x"))
                rngs = numpy.random.default_rng(), numpy.random.default_rng(), numpy.random.RandomState()
                print([rng.random() for rng in rngs], numpy.random.SeedSequence().entropy)
            def act(self, view):
                return view.legal_actions[0]
    """
    once, again = play(code, code), play(code, code)
    assert once.logs == again.logs
    assert once.logs[0].split()[:3] != once.logs[1].split()[:3]
    assert once.logs[0].split()[3] == once.logs[1].split()[3]
    assert len(set(once.logs[0].splitlines()[1].split())) == 4
    assert once.logs[0].splitlines()[1] != once.logs[1].splitlines()[1]
    assert once.replay == again.replay


def test_a_process_made_ahead_is_as_good_as_new():
    """What it rehearsed with is gone, and has left nothing that could tell one process from another."""
    code = """
        import gc, os, random, sys
        import numpy
        draws = random.random(), float(numpy.random.random())

        class Bot:
            def __init__(self, match):
                own = [each for each in gc.get_objects() if getattr(each, "__name__", type(each).__name__) == "Bot"]
                print(sys.path.count("/bot"), sys.modules["bot"].__file__, os.listdir("/bot"), len(own))
                random.seed(match.seed), numpy.random.seed(match.seed % 2**32)
                print(draws == (random.random(), float(numpy.random.random())))

            def act(self, view):
                return view.legal_actions[0]
    """
    lines = play(code).logs[0].splitlines()
    assert set(lines) == {"1 /bot/bot.py ['bot.py'] 2", "True"}


def test_nothing_of_the_jail_is_in_a_bots_frames():
    """Other bots, their limits, the lists of calls: the process that forks knows them, and a fork forgets."""
    body = """
        frame = sys._getframe()
        while frame.f_code.co_name != "serve":
            frame = frame.f_back
        while frame := frame.f_back:
            print(frame.f_code.co_name, sorted(name for name in frame.f_locals if frame.f_code.co_name != "<module>"))
        return view.legal_actions[0]
    """
    assert set(play(acting(body)).logs[0].splitlines()) == {"main ['status']", "<module> []"}


def test_views_arrive_as_they_were_sent():
    game = tables.game()
    code = acting("print(json.dumps(view.to_json())); return view.legal_actions[-1]")
    player = BotPlayer("bot", tables.source(code), game, number=0, seed="0", boards=1, limits=tables.QUICK)
    state = game.start("0", 0)
    try:
        player.start_game(0, 1)
        view = state.view(1)
        assert player.act(view) == view.legal_actions[-1]
    finally:
        player.close()
    assert view == games.view_from_json(game, json.loads(player.log.text()))


@pytest.mark.parametrize(("name", "options"), [("saat-aath", {"deals": 3}), ("badam-satti", {"players": 3})])
def test_every_view_of_several_games_arrives_as_it_was_sent(name: str, options: dict[str, int]):
    """Most of them as changes to the one before, and seats of one bot each to their own."""
    game = games.load(name, **options)
    body = "print(hashlib.sha256(f'{view!r}'.encode()).hexdigest()); return view.legal_actions[-1]"
    code = acting(f"import hashlib; {body}")
    player = BotPlayer("bot", tables.source(code), game, number=0, seed="0", boards=2, limits=tables.QUICK)
    sent: list[games.View] = []
    try:
        for number in range(3):
            seat = number % 2  # the first process plays on, in a third game
            player.start_game(number, seat)
            state = game.start("0", number)
            while state.to_act is not None and len(sent) < 40 * (number + 1):
                if state.to_act == seat:
                    sent.append(state.view(seat))
                    state.apply(player.act(sent[-1]))
                else:
                    state.apply(state.legal_actions()[0])
    finally:
        player.close()
    assert len(sent) > 60
    assert player.log.text().split() == [hashlib.sha256(f"{view!r}".encode()).hexdigest() for view in sent]


def test_half_the_limit_is_enough_on_a_host_twice_as_busy_as_it_can_be():
    """As many matches as SATTI_LOAD_MATCHES says (100 in a campaign)."""
    half = acting("""
        end = time.process_time() + 0.025
        while time.process_time() < end: pass
        return view.legal_actions[0]
    """)
    loops = [subprocess.Popen([sys.executable, "-c", "while True: pass"]) for _ in range(2 * (os.cpu_count() or 1))]
    try:
        for _ in range(int(os.environ.get("SATTI_LOAD_MATCHES", "1"))):
            assert faults(play(half, limits=bots.Limits(action_seconds=0.05))) == []
    finally:
        for loop in loops:
            loop.kill()
            loop.wait()
