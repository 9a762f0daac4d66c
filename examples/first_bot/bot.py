RANKS = "789TJQKA"


class Bot:
    """Saat-Aath: call the longest suit, lead the best card, win as cheaply as it goes."""

    def act(self, view):
        if view.trumps is None:
            return max(view.legal_actions, key=lambda suit: sum(card[1] == suit for card in view.hand))

        def worth(card):
            return card[1] == view.trumps, RANKS.find(card[0])

        if not view.trick:
            return max(view.legal_actions, key=worth)
        led = view.trick[0][1]
        wins = [card for card in view.legal_actions if card[1] in (led[1], view.trumps) and worth(card) > worth(led)]
        return min(wins or view.legal_actions, key=worth)
