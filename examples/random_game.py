"""A random game of Connect Four, kept as a record."""

import gamegrove
from gamegrove.players import RandomPlayer

record = gamegrove.Record(gamegrove.ConnectFour())
player = RandomPlayer(seed=4)
while not record.position.is_over():
    record = record.play(player.choose(record.position).move)

print(record.position)
print("record:", record.text)
print(record.position.outcome())
