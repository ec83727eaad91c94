"""Hold servers to their logs while everything around them fails.

People in several processes play, talk, agree, sit down and leave, while a nemesis kills, freezes and cuts whatever the
server stands on. Everything that was asked and answered is written down with its begin and end. Afterwards a checker
proves from these histories and the log of each table that there is one order in which all of it can have happened.
"""
